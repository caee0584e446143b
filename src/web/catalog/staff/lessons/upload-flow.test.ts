import { expect, test } from 'vitest'
import { tooLargeVideo, videoMessages } from '#contract/kit/media/video.ts'
import { tooLargeForServer } from '#contract/client.ts'
import { followUpload, progressOf, type UploadEvent, type UploadState } from './upload-flow.ts'

const empty: UploadState = { step: 'empty' }
const checking: UploadState = { step: 'checking' }
const uploading: UploadState = { step: 'uploading', sent: 40, bytes: 100, bytesPerSecond: 10, isWaiting: false }
const paused: UploadState = { step: 'stopped', sent: 40, bytes: 100, message: null }
const done: UploadState = { step: 'done', name: 'a.mp4', seconds: 60, url: 'blob:a', isSettled: false }
const failed = (message: string): UploadState => ({ step: 'failed', message })
const stopped = (message: string): UploadState => ({ step: 'stopped', sent: 40, bytes: 100, message })
const lost = (status?: number, body = ''): UploadEvent => ({ type: 'lost', status, body })
const unreachable = 'Koneksi terputus. Yang sudah terkirim tersimpan di server.'

test.each<[string, UploadState, UploadEvent, UploadState, string | null]>([
  ['is checked when it is chosen', empty, { type: 'chosen' }, checking, 'begin'],
  ['takes the place of one that is sent', uploading, { type: 'chosen' }, checking, 'begin'],
  ['takes the place of one that failed', failed('Rusak'), { type: 'chosen' }, checking, 'begin'],
  ['takes the place of one that is done', done, { type: 'chosen' }, checking, 'begin'],
  [
    'that is too large is refused before it is sent',
    checking,
    { type: 'too-large', largest: 1024 },
    failed(tooLargeVideo(1024)),
    'give-up',
  ],
  [
    'that cannot be played is refused before it is sent',
    checking,
    { type: 'rejected', message: videoMessages.notVideo },
    failed(videoMessages.notVideo),
    'give-up',
  ],
  [
    'shows how far it is rewritten',
    checking,
    { type: 'rewriting', share: 0.5 },
    { step: 'rewriting', share: 0.5 },
    null,
  ],
  [
    'is sent after that',
    { step: 'rewriting', share: 1 },
    { type: 'started', bytes: 100 },
    { step: 'uploading', sent: 0, bytes: 100, bytesPerSecond: 0, isWaiting: false },
    null,
  ],
  [
    'shows how much was sent',
    uploading,
    { type: 'sent', sent: 60, bytesPerSecond: 20 },
    { ...uploading, sent: 60, bytesPerSecond: 20 },
    null,
  ],
  [
    'waits for the connection, and keeps what was sent',
    uploading,
    { type: 'waiting', bytesPerSecond: 5 },
    { ...uploading, bytesPerSecond: 5, isWaiting: true },
    null,
  ],
  [
    'goes on by itself with the connection',
    { ...uploading, isWaiting: true },
    { type: 'sent', sent: 60, bytesPerSecond: 20 },
    { ...uploading, sent: 60, bytesPerSecond: 20 },
    null,
  ],
  ['is paused', uploading, { type: 'paused' }, paused, null],
  ['stays paused whatever was on its way', paused, { type: 'sent', sent: 60, bytesPerSecond: 9 }, paused, null],
  [
    'is continued where it was',
    paused,
    { type: 'resumed' },
    { ...uploading, bytesPerSecond: 0, isWaiting: true },
    null,
  ],
  ['cannot be paused while it is checked', checking, { type: 'paused' }, checking, null],
  ['cannot be continued while it runs', uploading, { type: 'resumed' }, uploading, null],
  ['stops when the connection stays lost', uploading, lost(), stopped(unreachable), null],
  [
    'stops with the sentence of the server, and asks for a sign-in, when the session has ended',
    uploading,
    lost(401, '{"message":"Masuk dulu"}'),
    stopped('Masuk dulu'),
    'sign-in',
  ],
  [
    'stops with the sentence of the site',
    uploading,
    lost(409, '{"message":"Sedang dipakai"}'),
    stopped('Sedang dipakai'),
    null,
  ],
  ['stops with the sentence of the protocol', uploading, lost(400, 'Salah\n'), stopped('Salah'), null],
  ['stops with a sentence of ours for none', uploading, lost(400), stopped(videoMessages.incomplete), null],
  ['stops as without a connection for JSON without one', uploading, lost(500, '{}'), stopped(unreachable), null],
  [
    'stops as without a connection for the page of a proxy',
    uploading,
    lost(502, ' <html>'),
    stopped(unreachable),
    null,
  ],
  ['too large for the server is refused', uploading, lost(413, 'Terlalu besar'), failed('Terlalu besar'), 'give-up'],
  ['too large for a proxy is refused', uploading, lost(413, '<html>'), failed(tooLargeForServer), 'give-up'],
  [
    'is done when all of it was sent',
    uploading,
    { type: 'uploaded', name: 'a.mp4', seconds: 60, url: 'blob:a' },
    done,
    null,
  ],
  ['has its picture then', done, { type: 'settled' }, { ...done, isSettled: true }, null],
  ['is cancelled while it is checked', checking, { type: 'cancelled' }, empty, 'give-up'],
  ['is cancelled while it is sent', uploading, { type: 'cancelled' }, empty, 'give-up'],
  ['is cancelled while it is paused', paused, { type: 'cancelled' }, empty, 'give-up'],
])('a video %s', (_, before, event, after, due) => {
  expect(followUpload(before, event)).toEqual({ after, due })
})

test.each<[string, UploadState, string]>([
  ['nothing', empty, 'none'],
  ['a check', checking, 'running'],
  ['a rewrite', { step: 'rewriting', share: 0 }, 'running'],
  ['an upload', uploading, 'running'],
  ['the user, after a pause', paused, 'stopped'],
  ['the picture of a video', done, 'running'],
  ['nothing after it', { ...done, isSettled: true }, 'done'],
  ['nothing after a failure', failed('Rusak'), 'none'],
])('a save waits for %s', (_, state, progress) => expect(progressOf(state)).toBe(progress))
