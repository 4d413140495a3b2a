/* A file goes to the server in parts, because a single request is small.

     await uploadList(page, file, onProgress)     the id under which the server keeps it; onProgress(bytes so far) */

const PART = 60_000; // bytes; a request may have 65,536

export async function uploadList(page, file, onProgress, signal) {
  let id = "";
  for (let start = 0; start < file.size || !id; start += PART) {
    const part = file.slice(start, start + PART);
    const [row] = await page.post(id ? `upload/${id}` : "upload", part, { type: "application/octet-stream", signal });
    id = row.upload;
    onProgress(row.bytes);
  }
  return id;
}
