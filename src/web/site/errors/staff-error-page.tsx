import { isRouteErrorResponse, useRouteError } from 'react-router'
import { failureStatus, serverMessage } from '#contract/kit/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { ErrorFrame } from './error-frame.tsx'
import { RouteErrorPage } from './error-pages.tsx'

/** The error boundary of staff pages: what is not found leads to other staff pages. */
export function StaffErrorPage() {
  const error = useRouteError()
  if ((isRouteErrorResponse(error) ? error.status : failureStatus(error)) !== 404) return <RouteErrorPage />
  const detail = isRouteErrorResponse(error)
    ? typeof error.data === 'string'
      ? error.data
      : null
    : serverMessage(error)
  return (
    <ErrorFrame
      code="404"
      title="Halaman tidak ditemukan"
      text="Mungkin tautannya berubah atau sudah dihapus."
      detail={detail}
    >
      <ButtonLink to={paths.admin()}>Ke halaman admin</ButtonLink>
      <ButtonLink to={paths.adminCourses()} variant="outline">
        Kelola kelas
      </ButtonLink>
    </ErrorFrame>
  )
}
