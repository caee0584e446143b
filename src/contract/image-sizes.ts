const uploadAddress = /^\/uploads\/([0-9a-f-]{36})\.webp$/

/** The `srcset` of an uploaded picture; undefined for any other picture, such as a generated cover. */
export function imageSizes(address: string): string | undefined {
  const id = uploadAddress.exec(address)?.[1]
  return id ? `/uploads/${id}-320.webp 320w, /uploads/${id}-640.webp 640w, ${address} 1280w` : undefined
}
