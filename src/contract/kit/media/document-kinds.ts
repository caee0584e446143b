// Names of documents: the server takes them by their content, and file pickers offer what it takes.

/** The server stores the first type; browsers, phones and other programs know the others. `also` are other endings of the same content. */
export type FileKind = { types: readonly string[]; also?: readonly string[] }

const openXml = 'application/vnd.openxmlformats-officedocument'
/** A phone's type for a file whose ending it does not know. */
export const unknownType = 'application/octet-stream'

/** By their ending. */
export const documentKinds: Readonly<Record<string, FileKind>> = {
  pdf: { types: ['application/pdf'] },
  png: { types: ['image/png'] },
  jpg: { types: ['image/jpeg'], also: ['jpeg', 'jpe', 'jfif'] },
  zip: { types: ['application/zip', 'application/x-zip-compressed'] },
  txt: { types: ['text/plain'], also: ['text', 'log'] },
  md: { types: ['text/markdown', unknownType], also: ['markdown', 'mdown', 'mkd'] },
  docx: { types: [`${openXml}.wordprocessingml.document`] },
  xlsx: { types: [`${openXml}.spreadsheetml.sheet`] },
  pptx: { types: [`${openXml}.presentationml.presentation`] },
  mp3: { types: ['audio/mpeg'] },
  m4a: { types: ['audio/mp4', 'audio/x-m4a'], also: ['m4b'] },
  ogg: { types: ['audio/ogg', 'application/ogg'], also: ['oga', 'opus'] },
  wav: { types: ['audio/wav', 'audio/x-wav'] },
}

/** The `accept` of a file picker: by endings, and by types, because phones hide what they know by its type only. */
export const acceptKinds = (kinds: Readonly<Record<string, FileKind>>): string =>
  [
    ...new Set(
      Object.entries(kinds).flatMap(([ending, { types, also = [] }]) => [
        ...[ending, ...also].map((one) => `.${one}`),
        ...types,
      ]),
    ),
  ].join(',')

/** The same of documents by their endings. */
export const acceptDocuments = (endings: readonly string[]): string =>
  acceptKinds(Object.fromEntries(Object.entries(documentKinds).filter(([ending]) => endings.includes(ending))))
