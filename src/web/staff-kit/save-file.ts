/** Hands a file that a call answered to the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // After the browser has taken it; an address that is kept keeps the bytes, too.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
