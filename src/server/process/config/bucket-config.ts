import * as z from 'zod'
import type { S3Place } from '#server/platform/storage/index.ts'
import { ConfigError } from './config-error.ts'
import { httpUrl } from './urls.ts'

/** Settings of a bucket. */
function s3Settings<Prefix extends 'STORAGE_S3' | 'MEDIA_S3'>(prefix: Prefix) {
  const text = z.string().min(1).optional()
  const folder = z
    .string()
    .regex(/^\w[\w.-]*(\/\w[\w.-]*)*\/?$/, 'must look like cendaki or sites/cendaki')
    .optional()
  const shape = {
    ENDPOINT: httpUrl.optional(),
    REGION: text,
    BUCKET: text,
    PREFIX: folder,
    ACCESS_KEY_ID: text,
    SECRET_ACCESS_KEY: text,
  }
  type Shape = typeof shape
  const named = Object.entries(shape).map(([name, schema]) => [`${prefix}_${name}`, schema])
  return Object.fromEntries(named) as { [Name in keyof Shape as `${Prefix}_${Name}`]: Shape[Name] }
}

export const bucketSettings = { ...s3Settings('STORAGE_S3'), ...s3Settings('MEDIA_S3') }

type Values = z.infer<z.ZodObject<typeof bucketSettings>>

/** The bucket whose settings begin with one of these names, the first of which that is set counts; null without a bucket. */
function bucketOf(values: Values, prefixes: readonly ('MEDIA_S3' | 'STORAGE_S3')[]): S3Place | null {
  type Setting = 'ENDPOINT' | 'REGION' | 'BUCKET' | 'PREFIX' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'
  const find = (name: Setting) =>
    prefixes.map((prefix) => values[`${prefix}_${name}`]).find((value) => value !== undefined)
  const [bucket, accessKeyId, secretAccessKey] = [find('BUCKET'), find('ACCESS_KEY_ID'), find('SECRET_ACCESS_KEY')]
  if (!bucket && !accessKeyId && !secretAccessKey) return null
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const isUsed = (prefix: string) =>
      Object.entries(values).some(([name, value]) => name.startsWith(prefix) && value !== undefined)
    const name = prefixes.findLast(isUsed) ?? 'STORAGE_S3'
    throw new ConfigError(
      `${name}_BUCKET, ${name}_ACCESS_KEY_ID and ${name}_SECRET_ACCESS_KEY go together: set all or none`,
    )
  }
  const prefix = find('PREFIX')?.replace(/\/?$/, '/') ?? ''
  return {
    endpoint: find('ENDPOINT') ?? null,
    region: find('REGION') ?? 'us-east-1',
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey,
  }
}

/** A folder of a bucket. */
export const within = (place: S3Place | null, folder: string): S3Place | null =>
  place && { ...place, prefix: `${place.prefix}${folder}/` }

export function bucketConfig(values: Values): { mediaBucket: S3Place | null; storageBucket: S3Place | null } {
  return {
    mediaBucket: within(bucketOf(values, ['MEDIA_S3', 'STORAGE_S3']), 'media'),
    storageBucket: bucketOf(values, ['STORAGE_S3']),
  }
}
