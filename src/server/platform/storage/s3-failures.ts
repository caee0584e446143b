import { StorageFailure } from './object-store.ts'

type ServiceError = Error & { code?: string; $metadata?: { httpStatusCode?: number } }

const statusOf = (error: unknown): number | undefined => (error as ServiceError).$metadata?.httpStatusCode

/** True when there is no such object, and not for a bucket that does not exist. */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof Error && statusOf(error) === 404 && error.name !== 'NoSuchBucket'

const unreachable =
  /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ERR_TLS.*|CERT_.*|.*SELF_SIGNED.*|UNABLE_TO_.*)$/

type Where = { bucket: string; host: string }

export const missingBucket = ({ bucket, host }: Where): StorageFailure =>
  new StorageFailure(`the S3 storage at ${host} has no bucket ${bucket}`)

/** Turns an error of the S3 client into a sentence for the operator. The error itself is left out: it may repeat parts of the request. */
export function describeS3Failure(error: unknown, { bucket, host }: Where): unknown {
  if (error instanceof StorageFailure || !(error instanceof Error)) return error
  const { name, code = '', message } = error as ServiceError
  const status = statusOf(error)
  const storage = `the S3 storage at ${host}`
  if (name === 'NoSuchBucket') return missingBucket({ bucket, host })
  if (status === 404) return new StorageFailure(`${storage} does not have an object that it had a moment ago`)
  if (status === 401 || status === 403)
    return new StorageFailure(
      `${storage} denies access to the bucket ${bucket}: check the access key, its secret and its permissions (${name})`,
    )
  if (status !== undefined && status >= 500)
    return new StorageFailure(`${storage} fails with status ${status}: try again later`)
  if (name === 'TimeoutError' || name === 'AbortError') return new StorageFailure(`${storage} does not answer in time`)
  if (unreachable.test(code)) return new StorageFailure(`${storage} cannot be reached (${code})`)
  if (status !== undefined) return new StorageFailure(`${storage} rejected a request with status ${status} (${name})`)
  if (/socket hang up|aborted|terminated/i.test(message)) return new StorageFailure(`${storage} closed the connection`)
  return error
}
