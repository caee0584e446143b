import { useRouteError } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { describeError } from './describe-error.ts'
import { ErrorFrame } from './error-frame.tsx'
import { RouteErrorPage } from './error-pages.tsx'

/** The error boundary of staff pages: what is not found leads to other staff pages. */
export function StaffErrorPage() {
  const { code, title, text, detail } = describeError(useRouteError())
  if (code !== '404') return <RouteErrorPage />
  return (
    <ErrorFrame code={code} title={title} text={text} detail={detail}>
      <ButtonLink to={paths.admin()}>Ke halaman admin</ButtonLink>
      <ButtonLink to={paths.adminCourses()} variant="outline">
        Kelola kelas
      </ButtonLink>
    </ErrorFrame>
  )
}
