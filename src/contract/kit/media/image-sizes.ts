const uploadPath = /^\/uploads\/([0-9a-f-]{36})\.webp$/

/** The `srcset` of an uploaded picture; undefined for any other picture, such as a generated cover. */
export function imageSizes(path: string): string | undefined {
  const id = uploadPath.exec(path)?.[1]
  return id ? `/uploads/${id}-320.webp 320w, /uploads/${id}-640.webp 640w, ${path} 1280w` : undefined
}

/** The same for the photo of a person, a square that is also stored small. */
export function photoSizes(path: string): string | undefined {
  const id = uploadPath.exec(path)?.[1]
  return id ? `/uploads/${id}-96.webp 96w, ${path} 384w` : undefined
}
