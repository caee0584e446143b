import * as z from 'zod/mini'
import { at, download, id, publicEndpoint, response, staffEndpoint } from '#contract/kit/endpoint.ts'

/** As it is shown. */
export const maximumCaptionMegabytes = 1
export const maximumCaptionBytes = maximumCaptionMegabytes * 1024 * 1024

export const captionMessages = {
  missing: 'Pilih berkas .vtt atau .srt dulu',
  tooLarge: `Teks video maksimal ${maximumCaptionMegabytes} MB`,
  encoding: 'Berkas ini bukan teks. Simpan ulang sebagai .vtt atau .srt, lalu unggah lagi.',
  header: 'Baris 1: berkas .vtt harus diawali WEBVTT',
  none: 'Tidak ada teks dengan waktu di berkas ini. Contoh baris waktu: 00:01:05.000 --> 00:01:08.000',
  tooMany: 'Teks video maksimal 10.000 baris',
  tooManyLanguages: 'Paling banyak 20 bahasa untuk satu materi',
} as const

/** A language as in `id`, `en` or `pt-BR`. */
const lang = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, 'Bahasa tidak dikenal. Contoh: id atau en'))
const params = z.object({ id, contentId: id, lang })
const notVideo = { NOT_A_VIDEO: { status: 409, message: 'Teks video hanya untuk materi video.' } } as const

/** For staff; the browser loads it with the staff pages. */
export const staffCaptionsContract = {
  saveCaptions: staffEndpoint
    .meta({
      access: 'staff',
      upload: { field: 'file', maximumBytes: maximumCaptionBytes, tooLarge: captionMessages.tooLarge },
    })
    .route(
      at(
        'PUT /courses/{id}/content/{contentId}/captions/{lang}',
        'Save the captions of a video in a language, from WebVTT or SRT',
      ),
    )
    .input(
      z.extend(params, {
        file: z.file(captionMessages.missing).check(z.maxSize(maximumCaptionBytes, captionMessages.tooLarge)),
      }),
    )
    .output(response(z.object({ lang: z.string(), cues: z.number() })))
    .errors(notVideo),
  deleteCaptions: staffEndpoint
    .route(
      at(
        'DELETE /courses/{id}/content/{contentId}/captions/{lang}',
        'Delete the captions of a video in a language',
        'Teks video dihapus.',
      ),
    )
    .input(params)
    .output(response(z.null())),
}

/** Loaded with the player of uploaded videos. */
export const captionsContract = {
  showCaptions: publicEndpoint
    .route(
      at(
        'GET /courses/{id}/content/{contentId}/captions/{lang}',
        'The captions of a video, as WebVTT, for everyone who may study the lesson',
        { outputStructure: 'detailed' },
      ),
    )
    .input(params)
    .output(download)
    .errors({
      UNAUTHORIZED: { status: 401, message: 'Masuk dulu untuk membuka materi ini.' },
      NOT_ENROLLED: { status: 403, message: 'Materi ini terbuka setelah terdaftar di kelasnya.' },
      LESSON_CLOSED: { status: 403, message: 'Materi ini belum terbuka.' },
    }),
}
