/** Downloads a file through the browser. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  // Some browsers read the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
