/* Sentences that the library sends in parts, [[words, role], …]; roles are cell, placed, removed, rule and kind.

     sentenceOf(page, parts)     a list of texts and elements, each with its role as a class
     plainOf(parts)              the words alone */

export function sentenceOf({ h }, parts) {
  return parts.map(([words, role]) => (role ? h("span", { class: role }, words) : words));
}

export function plainOf(parts) {
  return parts.map(([words]) => words).join("");
}
