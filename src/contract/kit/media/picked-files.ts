import { acceptKinds, unknownType, type FileKind } from './document-kinds.ts'

// File types of pickers, beside documents and pictures. The server reads the content, whatever it is called.

const endingsOf = (kinds: Readonly<Record<string, FileKind>>): string[] =>
  Object.entries(kinds).flatMap(([ending, { also = [] }]) => [ending, ...also])

const videos = { mp4: { types: ['video/mp4', 'video/x-m4v'], also: ['m4v'] }, webm: { types: ['video/webm'] } }
const captions = {
  vtt: { types: ['text/vtt'] },
  srt: { types: ['application/x-subrip', unknownType] },
  sbv: { types: [unknownType] },
}
const text = { txt: { types: ['text/plain'] } }
const csv = { csv: { types: ['text/csv', 'text/comma-separated-values'] } }
const archives = {
  zip: { types: ['application/zip', 'application/x-zip-compressed'] },
  imscc: { types: [unknownType] },
  mbz: { types: ['application/gzip', 'application/x-gzip', unknownType], also: ['gz', 'tgz'] },
}

export const videoEndings: ReadonlySet<string> = new Set(endingsOf(videos))
export const captionEndings: ReadonlySet<string> = new Set(endingsOf(captions))

/** As the `accept` of file inputs. */
export const acceptVideos = acceptKinds(videos)
export const acceptCaptions = acceptKinds(captions)
export const acceptVideosAndCaptions = acceptKinds({ ...videos, ...captions })
export const acceptTables = acceptKinds({ ...csv, tsv: { types: ['text/tab-separated-values'] }, ...text })
export const acceptQuestions = acceptKinds({
  xml: { types: ['text/xml', 'application/xml'] },
  gift: { types: [unknownType] },
  ...text,
})
export const acceptArchives = acceptKinds(archives)
