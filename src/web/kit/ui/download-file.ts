/** Saves a file as a browser download. */
export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Released after the download has started, because the object URL holds the file in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
