import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { assertObjectName, type ByteRange, type ObjectStore } from './object-store.ts'
import { describeS3Failure, isMissingObject, missingBucket } from './s3-failures.ts'
import { resumableStream, type OpenedRange } from './s3-stream.ts'

/** A part of a bucket. `endpoint` null is Amazon's own; `prefix` is empty or ends with a slash. */
export type S3Place = {
  endpoint: string | null
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export type S3Timing = {
  connectMs: number
  /** Without a byte in either direction. Also ends a connection whose consumer pauses; it is opened again. */
  idleMs: number
  /** For one request with all its repetitions, until its response begins. Not for bodies. */
  responseMs: number
  attempts: number
}

const usualTiming: S3Timing = { connectMs: 3_000, idleMs: 10_000, responseMs: 20_000, attempts: 3 }

// A stream that is being watched holds a connection.
const maximumConnections = 1_000
/** At most 10,000 parts belong to one object. */
const maximumParts = 9_000
const smallestPartBytes = 8 * 1024 * 1024
/** For bodies of unknown length, such as backups: enough for 280 GB. */
const usualPartBytes = 32 * 1024 * 1024
const parallelParts = 2
const pageSize = 1_000

/** A store in S3-compatible storage. The client library is loaded with the first use. Every failure is a StorageFailure. */
export function createS3Store(place: S3Place, timing: S3Timing = usualTiming): ObjectStore {
  const { bucket, prefix } = place
  const where = { bucket, host: place.endpoint ? new URL(place.endpoint).host : `s3.${place.region}.amazonaws.com` }
  let loading: ReturnType<typeof loadClient> | undefined
  const load = () => (loading ??= loadClient(place, timing))
  const objectOf = (name: string) => {
    assertObjectName(name)
    return { Bucket: bucket, Key: prefix + name }
  }

  /** Runs one request; `responseMs` limits it with its repetitions. */
  async function request<Result>(send: (s3: Loaded, abortSignal: AbortSignal) => Promise<Result>): Promise<Result> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timing.responseMs)
    try {
      return await send(await load(), limit.signal)
    } catch (error) {
      throw isMissingObject(error) ? error : describeS3Failure(error, where)
    } finally {
      clearTimeout(timer)
    }
  }

  async function open(name: string, { start, end }: Partial<ByteRange>): Promise<OpenedRange> {
    const isRange = start !== undefined
    const { Body, ContentLength } = await request(({ client, GetObjectCommand }, abortSignal) =>
      client.send(
        new GetObjectCommand({ ...objectOf(name), ...(isRange ? { Range: `bytes=${start}-${end ?? ''}` } : {}) }),
        { abortSignal },
      ),
    )
    return { body: Body as Readable, bytes: ContentLength ?? 0 }
  }

  const read: ObjectStore['read'] = async (name, range) => {
    try {
      const first = await open(name, range ?? {})
      const start = range?.start ?? 0
      const end = start + first.bytes - 1
      return resumableStream(first, start, {
        open: (position) => open(name, { start: position, end }),
        describe: (error) => describeS3Failure(error, where),
      })
    } catch (error) {
      if (isMissingObject(error)) return null
      throw error
    }
  }

  const remove: ObjectStore['remove'] = async (name) => {
    await request(({ client, DeleteObjectCommand }, abortSignal) =>
      client.send(new DeleteObjectCommand(objectOf(name)), { abortSignal }),
    ).catch((error: unknown) => {
      if (!isMissingObject(error)) throw error
    })
  }

  return {
    location: `s3://${bucket}/${prefix}`,
    read,
    remove,
    async put(name, body, { bytes, verify } = {}) {
      const { client, Upload } = await load()
      const partSize =
        bytes === undefined ? usualPartBytes : Math.max(smallestPartBytes, Math.ceil(bytes / maximumParts))
      const stream = Readable.from(body)
      try {
        await new Upload({
          client,
          params: { ...objectOf(name), Body: stream },
          partSize,
          queueSize: parallelParts,
        }).done()
      } catch (error) {
        throw describeS3Failure(error, where)
      } finally {
        // The library leaves it open when a part fails.
        stream.destroy()
      }
      try {
        await verify?.(async () => (await read(name)) ?? [])
      } catch (error) {
        await remove(name)
        throw error
      }
    },
    async find(name) {
      try {
        const { ContentLength } = await request(({ client, HeadObjectCommand }, abortSignal) =>
          client.send(new HeadObjectCommand(objectOf(name)), { abortSignal }),
        )
        return { name, bytes: ContentLength ?? 0 }
      } catch (error) {
        if (isMissingObject(error)) return null
        throw error
      }
    },
    async *list() {
      let after = ''
      for (;;) {
        // By key instead of by token, so that an interrupted listing could be continued and nothing of the server is kept.
        const { Contents = [], IsTruncated } = await request(({ client, ListObjectsV2Command }, abortSignal) =>
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix,
              MaxKeys: pageSize,
              ...(after ? { StartAfter: after } : {}),
            }),
            {
              abortSignal,
            },
          ),
        )
        for (const { Key = '', Size = 0 } of Contents) yield { name: Key.slice(prefix.length), bytes: Size }
        after = Contents.at(-1)?.Key ?? ''
        if (!IsTruncated || !after) return
      }
    },
    async check() {
      await request(({ client, HeadBucketCommand }, abortSignal) =>
        client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
      ).catch((error: unknown) => {
        throw isMissingObject(error) ? missingBucket(where) : error
      })
    },
  }
}

type Loaded = Awaited<ReturnType<typeof loadClient>>

async function loadClient(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Place,
  { connectMs, idleMs, attempts }: S3Timing,
) {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client: S3Client = new s3.S3Client({
    region,
    // Only Amazon has a host name per bucket for sure.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    // Not every S3-compatible storage knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: idleMs,
      httpAgent: { maxSockets: maximumConnections },
      httpsAgent: { maxSockets: maximumConnections },
    },
  })
  return { ...s3, client, Upload }
}
