import { expect, test } from 'vitest'
import { followQueue, isFinished, totalsOf, type Loss, type Queue, type QueueEvent, type VideoStep } from './queue.ts'

const video = (path: string, state: VideoStep = { step: 'queued' }) => ({
  path,
  title: path,
  chapter: null,
  size: 100,
  state,
})
const queue = (...states: VideoStep[]): Queue => ({
  mode: 'running',
  message: null,
  videos: states.map((state, index) => video(`${index + 1}`, state)),
})
const queued: VideoStep = { step: 'queued' }
const checking: VideoStep = { step: 'checking' }
const sending: VideoStep = { step: 'sending', sent: 40, bytes: 100, bytesPerSecond: 10, isWaiting: false }
const saving: VideoStep = { step: 'saving' }
const done: VideoStep = { step: 'done', note: null }
const failed: VideoStep = { step: 'failed', message: 'Rusak' }
const begin = (path: string) => ({ type: 'begin', path })
const stepsOf = ({ videos }: Queue) => videos.map(({ state }) => state.step)
const lost = (loss: Partial<Loss>): QueueEvent => ({
  type: 'lost',
  path: '1',
  loss: { status: undefined, message: 'Pesan', retryAfterSeconds: null, ...loss },
})

test.each<[string, Queue, QueueEvent, string[], unknown]>([
  ['begins with the first video', queue(queued, queued), { type: 'began' }, ['checking', 'queued'], begin('1')],
  [
    'skips what has its video already',
    queue({ step: 'present' }, queued),
    { type: 'began' },
    ['present', 'checking'],
    begin('2'),
  ],
  [
    'shows how far a video is prepared',
    queue(checking, queued),
    { type: 'rewriting', path: '1', share: 0.5 },
    ['rewriting', 'queued'],
    null,
  ],
  [
    'shows how much was sent',
    queue(checking, queued),
    { type: 'sent', path: '1', sent: 1, bytes: 9, bytesPerSecond: 1 },
    ['sending', 'queued'],
    null,
  ],
  [
    'keeps what was sent while the connection is lost',
    queue(sending),
    { type: 'waiting', path: '1' },
    ['sending'],
    null,
  ],
  ['saves what was sent', queue(sending, queued), { type: 'uploaded', path: '1' }, ['saving', 'queued'], null],
  [
    'goes on after a save',
    queue(saving, queued),
    { type: 'saved', path: '1', note: null },
    ['done', 'checking'],
    begin('2'),
  ],
  ['is over after the last save', queue(saving), { type: 'saved', path: '1', note: null }, ['done'], null],
  [
    'leaves a lesson alone that has got a video meanwhile',
    queue(checking, queued),
    { type: 'found', path: '1' },
    ['present', 'checking'],
    begin('2'),
  ],
  [
    'goes on after a video that cannot be used',
    queue(checking, queued),
    { type: 'rejected', path: '1', message: 'Rusak' },
    ['failed', 'checking'],
    begin('2'),
  ],
  [
    'goes on after an answer that concerns one video',
    queue(saving, queued),
    lost({ status: 422 }),
    ['failed', 'checking'],
    begin('2'),
  ],
  [
    'goes on after a video that is too large for the server',
    queue(sending, queued),
    lost({ status: 413 }),
    ['failed', 'checking'],
    begin('2'),
  ],
  [
    'is paused, and keeps its place',
    queue(done, sending, queued),
    { type: 'paused' },
    ['done', 'queued', 'queued'],
    { type: 'stop' },
  ],
  [
    'continues at that place',
    { ...queue(done, queued, queued), mode: 'paused' },
    { type: 'resumed' },
    ['done', 'checking', 'queued'],
    begin('2'),
  ],
  [
    'tries one failed video again after the current one',
    queue(failed, sending),
    { type: 'retried', path: '1' },
    ['queued', 'sending'],
    null,
  ],
  [
    'tries all failed videos again',
    queue(failed, done, failed),
    { type: 'retried', path: null },
    ['checking', 'done', 'queued'],
    begin('1'),
  ],
  [
    'stays paused while a failed video is put back',
    { ...queue(failed, queued), mode: 'paused' },
    { type: 'retried', path: '1' },
    ['queued', 'queued'],
    null,
  ],
  [
    'goes on without the current video',
    queue(sending, queued),
    { type: 'left-out', path: '1' },
    ['checking'],
    begin('2'),
  ],
  [
    'stops when the current video was the last one',
    queue(done, sending),
    { type: 'left-out', path: '2' },
    ['done'],
    { type: 'stop' },
  ],
  ['leaves out a video that waits', queue(sending, queued), { type: 'left-out', path: '2' }, ['sending'], null],
  [
    'ignores what is reported of a paused video',
    queue(queued),
    { type: 'sent', path: '1', sent: 1, bytes: 9, bytesPerSecond: 1 },
    ['queued'],
    null,
  ],
  ['ignores the loss of a paused video', queue(queued), lost({}), ['queued'], null],
  ['ignores a video that was left out', queue(queued), { type: 'uploaded', path: '9' }, ['queued'], null],
])('the queue %s', (_, before, event, steps, due) => {
  const step = followQueue(before, event)
  expect([stepsOf(step.after), step.due]).toEqual([steps, due])
})

test.each<[string, Partial<Loss>, string, unknown]>([
  ['without a connection it waits, and tries by itself', {}, 'offline', { type: 'wait', seconds: 15 }],
  ['behind a broken proxy it does the same', { status: 502 }, 'offline', { type: 'wait', seconds: 15 }],
  ['a busy server names the time', { status: 503, retryAfterSeconds: 60 }, 'offline', { type: 'wait', seconds: 60 }],
  [
    'after too many uploads it rests as long as the server says',
    { status: 429, retryAfterSeconds: 900 },
    'resting',
    { type: 'wait', seconds: 900 },
  ],
  ['with too many open uploads it waits for the user', { status: 429 }, 'paused', null],
  ['a full disk stops all', { status: 507 }, 'paused', null],
  ['a session that has ended asks for a sign-in', { status: 401 }, 'paused', { type: 'sign-in' }],
  ['a role that was taken away stops all', { status: 403 }, 'paused', null],
])('%s, and the video keeps its place', (_, loss, mode, due) => {
  const { after, due: found } = followQueue(queue(sending, queued), lost(loss))
  expect([after.mode, after.message, stepsOf(after), found]).toEqual([mode, 'Pesan', ['queued', 'queued'], due])
})

test('the totals count what was sent, and a queue is finished when nothing waits', () => {
  const mixed = queue(done, { step: 'present' }, failed, sending, queued)
  expect(totalsOf(mixed)).toEqual({ all: 5, done: 2, failed: 1, bytes: 500, sent: 340 })
  expect([isFinished(mixed), isFinished(queue(done, failed)), isFinished(queue(saving))]).toEqual([false, true, false])
})
