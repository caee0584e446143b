import { tooLargeVideo, videoMessages } from '#contract/kit/media/video.ts'
import { tooLargeForServer } from '#contract/client.ts'
import type { UploadProgress } from './save-after-upload.ts'

/** `failed`: the file cannot be used. `stopped`: the upload can be continued; `message` says why it stopped, if not by the user. */
export type UploadState =
  | { step: 'empty' }
  | { step: 'checking' }
  | { step: 'rewriting'; share: number }
  | { step: 'uploading'; sent: number; bytes: number; bytesPerSecond: number; isWaiting: boolean }
  | { step: 'stopped'; sent: number; bytes: number; message: string | null }
  /** `isSettled`: its picture is there, too, or there is none. */
  | { step: 'done'; name: string; seconds: number; url: string; isSettled: boolean }
  | { step: 'failed'; message: string }

export type UploadEvent =
  | { type: 'chosen' }
  | { type: 'too-large'; largest: number }
  | { type: 'rejected'; message: string }
  | { type: 'rewriting'; share: number }
  | { type: 'started'; bytes: number }
  | { type: 'sent'; sent: number; bytesPerSecond: number }
  | { type: 'waiting'; bytesPerSecond: number }
  /** The server's answer, if there was one. */
  | { type: 'lost'; status: number | undefined; body: string }
  | { type: 'uploaded'; name: string; seconds: number; url: string }
  | { type: 'settled' }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'cancelled' }

/** The next action. `give-up`: the lesson keeps the video that it had. */
type UploadDue = 'begin' | 'give-up' | 'sign-in' | null

type Step = { after: UploadState; due: UploadDue }

export const unreachable = 'Koneksi terputus. Yang sudah terkirim tersimpan di server.'
const fail = (message: string): Step => ({ after: { step: 'failed', message }, due: 'give-up' })
const show = (after: UploadState): Step => ({ after, due: null })

/** Empty → checking → rewriting, when needed → uploading ⇄ stopped → done. Events of an earlier file are not for it. */
export function followUpload(before: UploadState, event: UploadEvent): Step {
  switch (event.type) {
    case 'chosen':
      return { after: { step: 'checking' }, due: 'begin' }
    case 'too-large':
      return fail(tooLargeVideo(event.largest))
    case 'rejected':
      return fail(event.message)
    case 'rewriting':
      return show({ step: 'rewriting', share: event.share })
    case 'started':
      return show({ step: 'uploading', sent: 0, bytes: event.bytes, bytesPerSecond: 0, isWaiting: false })
    case 'uploaded':
      return show({ step: 'done', name: event.name, seconds: event.seconds, url: event.url, isSettled: false })
    case 'settled':
      return show(before.step === 'done' ? { ...before, isSettled: true } : before)
    case 'cancelled':
      return { after: { step: 'empty' }, due: 'give-up' }
    default:
      return whileSending(before, event)
  }
}

type Sending = Extract<UploadEvent, { type: 'sent' | 'waiting' | 'lost' | 'paused' | 'resumed' }>

function whileSending(before: UploadState, event: Sending): Step {
  if (before.step !== 'uploading' && before.step !== 'stopped') return show(before)
  const { sent, bytes } = before
  if (event.type === 'lost') return stop({ sent, bytes }, event)
  if (event.type === 'resumed')
    return show(
      before.step === 'stopped' ? { step: 'uploading', sent, bytes, bytesPerSecond: 0, isWaiting: true } : before,
    )
  // Ignores late events of a stopped upload.
  if (before.step === 'stopped') return show(before)
  if (event.type === 'paused') return show({ step: 'stopped', sent, bytes, message: null })
  const { bytesPerSecond } = event
  return show(
    event.type === 'sent'
      ? { ...before, sent: event.sent, bytesPerSecond, isWaiting: false }
      : { ...before, bytesPerSecond, isWaiting: true },
  )
}

function stop(
  sending: { sent: number; bytes: number },
  { status, body }: Extract<UploadEvent, { type: 'lost' }>,
): Step {
  if (status === 413) return fail(readBody(status, body))
  return {
    after: { step: 'stopped', ...sending, message: status === undefined ? unreachable : readBody(status, body) },
    due: status === 401 ? 'sign-in' : null,
  }
}

/** The sentence of a response that refused an upload. */
export function readBody(status: number, text: string): string {
  // Failures of the site are JSON, those of the protocol plain text, those of a proxy before the server pages.
  if (/^\s*</.test(text)) return status === 413 ? tooLargeForServer : unreachable
  if (!text.startsWith('{')) return text.trim() || videoMessages.incomplete
  return (JSON.parse(text) as { message?: string }).message ?? unreachable
}

/** A save of the lesson waits for this. */
export function progressOf(state: UploadState): UploadProgress {
  if (state.step === 'stopped') return 'stopped'
  if (state.step === 'done') return state.isSettled ? 'done' : 'running'
  return state.step === 'empty' || state.step === 'failed' ? 'none' : 'running'
}
