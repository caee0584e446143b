import { useRevalidator, useRouteError } from 'react-router'
import { failureStatus } from '#contract/client.ts'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { SavedItems } from '#web/site/connection-lost.tsx'
import { describeError, offlineCode } from '#web/site/describe-error.ts'
import { SessionEnded } from '#web/site/error-pages.tsx'

/** The error page inside the student area; its menu stays usable. */
export function StudentError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (failureStatus(error) === 401) return <SessionEnded onSignedIn={() => void revalidate()} />
  const { code, title, text, canRetry } = describeError(error)
  const isOffline = code === offlineCode
  return (
    <>
      <PageHead title={title} noIndex />
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        title={title}
        text={text}
        {...(canRetry && { onRetry: isOffline ? () => location.reload() : () => void revalidate() })}
      />
      {isOffline && <SavedItems />}
    </>
  )
}
