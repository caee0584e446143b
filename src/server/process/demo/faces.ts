import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { DemoDeps } from './accounts.ts'
import type { DemoPeople } from './content.ts'

const folder = join(import.meta.dirname, '../../../../demo/faces')
const edge = 384

/** Gives the instructors the photos that make-faces.mjs drew; only pictures of pixels can be uploaded. */
export async function addFaces(
  { app }: Pick<DemoDeps, 'app'>,
  instructors: DemoPeople['instructors'],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  await Promise.all(
    instructors.map(async ({ key }) => {
      const id = ids.get(key)
      if (!id) return
      const png = await sharp(await readFile(join(folder, `${key}.svg`)))
        .resize(edge)
        .png()
        .toBuffer()
      await app.modules.identity.addPhoto(id, new Blob([new Uint8Array(png)]))
    }),
  )
}
