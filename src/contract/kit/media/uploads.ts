import * as z from 'zod/mini'
import { at, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { imageFile, maximumImageBytes } from './images.ts'

export const uploadsContract = {
  uploadImage: staffEndpoint
    .meta({ access: 'staff', upload: { field: 'image', maximumBytes: maximumImageBytes } })
    .route(at('POST /uploads', 'Upload a picture for an article, an e-book or a tip', { successStatus: 201 }))
    .input(z.object({ image: imageFile('Pilih gambar dulu') }))
    .output(response(z.object({ url: z.string(), width: z.number(), height: z.number() }))),
}
