import { isUtf8 } from 'node:buffer'
import {
  extensionOf,
  contentMessages,
  fileProblem,
  typeProblem,
  type FileRules,
} from '#contract/kit/media/file-rules.ts'
import { documentKinds } from '#contract/kit/media/document-kinds.ts'
import { describeForeign } from '#contract/kit/media/foreign-files.ts'
import { findKind } from '#server/platform/file-kind.ts'
import { readText } from '#server/platform/read-text.ts'
import { addExtension, cleanFileName, withExtension } from './file-name.ts'

const plainText = 'text/plain;charset=utf-8'
const texts: ReadonlySet<string> = new Set(['txt', 'md'])
/** Other names of these kinds, with their extensions here. */
const namesOf = (...kinds: string[]): Record<string, string> =>
  Object.fromEntries(kinds.flatMap((kind) => (documentKinds[kind]?.also ?? []).map((name) => [name, kind])))
/** Names that editors give texts. */
const textNames: Readonly<Record<string, string>> = namesOf(...texts)
/** Names of the same content: recordings of phones have the extension of the container, or one of its brands. */
const kindNames: Readonly<Record<string, string>> = {
  mp4: 'm4a',
  '3gp': 'm4a',
  '3g2': 'm4a',
  mov: 'm4a',
  ...namesOf('m4a', 'ogg'),
}
/** A zip with a file of a built program, as the folder of a project has, is taken for one of these. */
const builtKinds: ReadonlySet<string> = new Set(['apk', 'jar', 'xpi'])
/** Messengers and cameras give a picture or a recording the extension of another: it is renamed to what it is. */
const alike: readonly ReadonlySet<string>[] = [new Set(['png', 'jpg']), new Set(['mp3', 'm4a', 'ogg', 'wav'])]

/** With them what is read last is not the ending. */
const turning = /[\u202a-\u202e\u2066-\u2069]/

export type CheckedDocument = { name: string; contentType: string; bytes: Uint8Array }
type Checked = CheckedDocument | { error: string }

/** Checks name, size and content of a file; the declared type is ignored. `error` is a sentence for the form field. */
export async function checkDocument(file: File, rules: FileRules): Promise<Checked> {
  const given = cleanFileName(file.name)
  const problem = fileProblem({ name: given, size: file.size }, rules)
  if (problem !== null) return { error: problem }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const typed = extensionOf(given)
  if (turning.test(file.name) && !rules.extensions.includes(typed) && !namesKind(typed)) return { error: rules.type }
  const named = textNames[typed]
  const name = named === undefined ? given : withExtension(given, named)
  const extension = sameName(named ?? typed)
  if (texts.has(extension)) {
    const text = utf8Of(bytes)
    return text && isPlainText(text) ? { name, contentType: plainText, bytes: text } : mismatch(await findKind(bytes))
  }
  const found = await findKind(bytes)
  const isEnding = namesKind(extension)
  const renamed = (to: string) => (isEnding ? withExtension : addExtension)(name, to)
  if (found === null && !isEnding && rules.extensions.includes('txt') && textKind(bytes))
    return { name: renamed('txt'), contentType: plainText, bytes: utf8Of(bytes) ?? bytes }
  const kind = kindOf(found ?? '', extension, rules)
  // The type that it is stored and served with.
  const contentType = documentKinds[kind]?.types[0]
  if (!rules.extensions.includes(kind) || contentType === undefined)
    return rules.extensions.includes(extension)
      ? mismatch(kind || textKind(bytes))
      : { error: typeProblem(kind === 'cfb' && isEnding ? extension : kind || extension, rules) }
  if (kind === extension) return { name, contentType, bytes }
  const isTaken =
    !rules.extensions.includes(extension) || alike.some((kinds) => kinds.has(kind) && kinds.has(extension))
  return isTaken ? { name: renamed(kind), contentType, bytes } : mismatch(kind)
}

/** False for what is a part of the name: "Skripsi Budi S.Pd". */
const namesKind = (extension: string): boolean =>
  extension === 'jpe' || extension in kindNames || describeForeign(extension) !== null

/** The kind as it is named here; empty for what is not known. */
function kindOf(found: string, extension: string, rules: FileRules): string {
  if (extension === 'zip' && builtKinds.has(found)) return 'zip'
  return found === 'mp4' && !rules.extensions.includes('m4a') ? found : (kindNames[found] ?? found)
}

/** A text has no start of its own. */
const textKind = (bytes: Uint8Array): string | null => {
  const text = utf8Of(bytes)
  return text && isPlainText(text) ? 'txt' : null
}

const sameName = (extension: string): string => (extension === 'jpeg' ? 'jpg' : extension)

/** Says what the content is, where that is known. */
function mismatch(kind: string | null): { error: string } {
  const found = kind ? describeForeign(kind) : null
  return { error: found ? `${contentMessages.content}. ${found}` : contentMessages.content }
}

/** Texts are served as UTF-8, in whichever encoding they were saved; null for bytes that are no text. */
function utf8Of(bytes: Uint8Array): Uint8Array | null {
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes
  const text = readText(bytes)
  return text === null ? null : Buffer.from(text)
}

/** UTF-8 without control characters that no text editor writes. It is served as plain text, whatever it begins with. */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const isPlainText = (bytes: Uint8Array): boolean => !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(new TextDecoder().decode(bytes))
