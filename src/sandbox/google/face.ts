import { crc32 } from 'node:zlib'

const side = 192
const grounds = ['#3547b4', '#14663a', '#b3261e', '#7a4b00'] as const

/** Draws a profile picture as PNG: head and shoulders. The seed selects the background colour. */
export async function facePicture(seed: string): Promise<Uint8Array<ArrayBuffer>> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}" fill="${grounds[crc32(seed) % grounds.length]}" />
    <g fill="#f7b32b"><circle cx="96" cy="74" r="36" /><circle cx="96" cy="192" r="68" /></g>
  </svg>`
  const { default: sharp } = await import('sharp')
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())
}
