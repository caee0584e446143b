import { tooManyMessage } from '#contract/kit/format/wait.ts'
import { newId } from '#server/platform/new-id.ts'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Server } from '@tus/server'
import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { hourMs } from '#contract/kit/durations.ts'
import { isStaff } from '#contract/kit/roles.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { tooLargeVideo } from '#contract/kit/media/video.ts'
import type { Clock } from '#server/platform/clock.ts'
import { folderBytes, freeBytes as freeBytesOfDisk } from '#server/platform/disk-space.ts'
import { lockUntilCommit, type Database, type Tx } from '#server/platform/database/index.ts'
import { failureResponse, whileArriving, withRetryAfter, type Viewer } from '#server/platform/http/index.ts'
import type { RateLimit, RateLimiter } from '#server/platform/protection/index.ts'
import { mediaUploads } from './tables.ts'

export const uploadPath = '/api/uploads/tus'

/** Enough for the folder of a whole course; the bytes are limited by what is open, below. */
const uploadsPerUser: RateLimit = { name: 'video-upload', times: 120, perMs: hourMs }
/** Unfinished, or not used by a lesson yet. */
const openUploadsPerUser = 5
/** All users together, as a multiple of the largest video. */
const openVideosInAll = 10
/** Stays free on the disk for everything else. */
const reservedBytes = 512 * 1024 * 1024

export type UploadServerDeps = {
  database: Database
  clock: Clock
  rateLimiter: RateLimiter
  /** Uploads are here until a lesson uses them. */
  incomingFolder: string
  maximumBytes: number
  /** Free on the disk of this folder. */
  freeBytes?: (folder: string) => Promise<number>
}

/** For uploads, on the disk that has them. */
export const room = async ({
  incomingFolder,
  freeBytes = freeBytesOfDisk,
}: Pick<UploadServerDeps, 'incomingFolder' | 'freeBytes'>): Promise<number> =>
  (await freeBytes(incomingFolder)) - reservedBytes

/** An error as the protocol's library expects it: it is thrown as such an object. */
const rejection = (status: number, message: string, retryAfterSeconds?: number) =>
  Object.assign(new Error(message), { status_code: status, body: `${message}\n`, retryAfterSeconds })
const notFound = () => rejection(404, 'The file for this url was not found')
const tooSlow = () => rejection(408, 'Kiriman ini terlalu lama. Periksa koneksimu, lalu coba lagi.')
const noRoom = () => rejection(507, 'Ruang penyimpanan server tidak cukup untuk video ini. Hubungi admin.')

type Accepted = { id: string; size: number; metadata: Record<string, string | null> }

/** Asked again after so many bytes, because others write to the same disk. */
const roomCheckedEveryBytes = 8 * 1024 * 1024

/** The same bytes; throws once there is no room left on the disk. */
export async function* whileThereIsRoom(
  bytes: AsyncIterable<Uint8Array>,
  readRoom: () => Promise<number>,
): AsyncGenerator<Uint8Array> {
  let unchecked = roomCheckedEveryBytes
  for await (const chunk of bytes) {
    unchecked += chunk.length
    if (unchecked >= roomCheckedEveryBytes) {
      if ((await readRoom()) <= 0) throw noRoom()
      unchecked = 0
    }
    yield chunk
  }
}

/**
 * Resumable uploads of videos by staff (tus 1.0 with creation, creation-with-upload and termination). The body goes to the disk as it
 * arrives. `findViewer` is given the session token.
 */
export function createUploadServer(deps: UploadServerDeps, findViewer: (token: string) => Promise<Viewer | null>) {
  const { database, rateLimiter, maximumBytes, incomingFolder } = deps
  const callers = new WeakMap<Request, Viewer>()
  /** The library sends only the status and the body of an error. */
  const waits = new WeakMap<Request, number>()
  const callerOf = (request: Request): Viewer => {
    const caller = callers.get(request)
    if (!caller) throw new Error('The request was not authenticated')
    return caller
  }

  async function assertOwn(request: Request, id: string): Promise<void> {
    if (request.method === 'POST') return
    const isOwn = and(eq(mediaUploads.id, id), eq(mediaUploads.createdBy, callerOf(request).id))
    const [row] = isUuid(id) ? await database.query.select({ id: mediaUploads.id }).from(mediaUploads).where(isOwn) : []
    if (!row) throw notFound()
  }

  async function assertRoom(tx: Tx, viewer: Viewer, length: number): Promise<void> {
    // Uploads that are accepted at the same time must see each other.
    await lockUntilCommit(tx, 'video uploads')
    const [open] = await tx
      .select({
        own: count(sql`case when ${mediaUploads.createdBy} = ${viewer.id} then 1 end`),
        bytes: sql<string>`coalesce(sum(${mediaUploads.length}), 0)::text`,
      })
      .from(mediaUploads)
      .where(isNotNull(mediaUploads.createdBy))
    if ((open?.own ?? 0) >= openUploadsPerUser)
      throw rejection(
        429,
        `Ada ${openUploadsPerUser} video yang belum dipakai di materi. Simpan materinya atau batalkan unggahannya dulu.`,
      )
    const declared = Number(open?.bytes ?? 0) + length
    // Uploads that the others have declared may arrive, too.
    const arriving = declared - (await folderBytes(incomingFolder))
    if (declared > maximumBytes * openVideosInAll || arriving > (await room(deps))) throw noRoom()
  }

  async function accept(viewer: Viewer, { id, size, metadata }: Accepted): Promise<void> {
    const mayTry = await rateLimiter.take([uploadsPerUser, viewer.id])
    if (!mayTry.allowed)
      throw rejection(
        429,
        tooManyMessage(mayTry.retryAfterSeconds, 'Terlalu banyak video diunggah.'),
        mayTry.retryAfterSeconds,
      )
    await database.transaction(async (tx) => {
      await assertRoom(tx, viewer, size)
      await tx
        .insert(mediaUploads)
        .values({ id, createdBy: viewer.id, length: size, metadata, createdAt: deps.clock.now() })
    })
  }

  async function createServer(): Promise<Server> {
    // Large, and only needed for uploads of videos.
    const [{ ERRORS, Server }, datastore] = await Promise.all([import('@tus/server'), createStore(deps)])
    return new Server({
      path: uploadPath,
      datastore,
      maxSize: maximumBytes,
      // Behind a proxy the server does not know its own URL.
      relativeLocation: true,
      // Pages of other origins may not call.
      allowedOrigins: [],
      namingFunction: () => newId(),
      onIncomingRequest: assertOwn,
      async onUploadCreate(request, { id, size, metadata }) {
        if (!size) throw rejection(400, 'Berkas ini kosong.')
        await accept(callerOf(request), { id, size, metadata: metadata ?? {} })
        return {}
      },
      onResponseError(request, error) {
        if (!('status_code' in error)) return undefined
        if ('retryAfterSeconds' in error && typeof error.retryAfterSeconds === 'number')
          waits.set(request, error.retryAfterSeconds)
        if (error.status_code === ERRORS.ERR_MAX_SIZE_EXCEEDED.status_code)
          return { status_code: 413, body: `${tooLargeVideo(maximumBytes)}\n` }
        return undefined
      },
    })
  }

  let server: Promise<Server> | undefined
  return {
    /** Handles every request below the upload path. */
    async fetch(request: Request): Promise<Response> {
      if (request.method !== 'OPTIONS') {
        const token = /^Bearer ([\w-]{1,200})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
        const viewer = token ? await findViewer(token) : null
        if (!viewer) return failureResponse(401, 'unauthorized', 'Sesi berakhir. Masuk lagi untuk melanjutkan.')
        if (!isStaff(viewer.role) || viewer.mustSetUpTwoSteps)
          return failureResponse(403, 'forbidden', 'Akun ini tidak punya izin untuk tindakan ini.')
        callers.set(request, viewer)
      }
      // Before the library creates the folder, open to everyone.
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
      server ??= createServer()
      const response = await (await server).handleWeb(request)
      response.headers.set('cache-control', 'no-store')
      return withRetryAfter(response, waits.get(request))
    },
  }
}

/** Bytes in a folder, everything else in the database. */
async function createStore(deps: UploadServerDeps) {
  const { database, incomingFolder } = deps
  const [{ FileStore }, { Upload }] = await Promise.all([import('@tus/file-store'), import('@tus/server')])
  const configstore = {
    async get(id: string) {
      const [row] = await database.query.select().from(mediaUploads).where(eq(mediaUploads.id, id))
      return row && new Upload({ id, size: row.length, offset: 0, metadata: row.metadata })
    },
    // The row was written when the upload was accepted.
    set: async () => {},
    delete: async (id: string) => void (await database.query.delete(mediaUploads).where(eq(mediaUploads.id, id))),
  }

  class PrivateStore extends FileStore {
    override extensions = ['creation', 'creation-with-upload', 'termination']

    override async write(readable: Readable, id: string, offset: number): Promise<number> {
      let isFull = false
      let isSlow = false
      const noteSlow = () => {
        isSlow = true
        return tooSlow()
      }
      const readRoom = async () => {
        const left = await room(deps)
        isFull = left <= 0
        return left
      }
      try {
        return await super.write(
          Readable.from(whileThereIsRoom(whileArriving(readable, noteSlow), readRoom)),
          id,
          offset,
        )
      } catch (error) {
        // The library has its own error for every failed write.
        throw isFull ? noRoom() : isSlow ? tooSlow() : error
      }
    }

    override async create(file: InstanceType<typeof Upload>) {
      const created = await super.create(file)
      await chmod(join(this.directory, file.id), 0o600)
      return created
    }
  }
  return new PrivateStore({ directory: incomingFolder, configstore })
}

/** Deletes the bytes of an upload; no error when there are none. */
export const removeIncoming = (incomingFolder: string, id: string): Promise<void> =>
  rm(join(incomingFolder, id), { force: true })
