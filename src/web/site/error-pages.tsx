import { useLocation, useRevalidator, useRouteError, useRouteLoaderData } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { failureStatus } from '#contract/client.ts'
import { requestLogin } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { ErrorFrame } from './error-frame.tsx'
import { SavedItems } from './connection-lost.tsx'
import { describeError, errorTexts, offlineCode } from './describe-error.ts'

export function NotFoundPage() {
  return (
    <ErrorFrame code="404" {...errorTexts[404]}>
      <HomeAndCourses />
    </ErrorFrame>
  )
}

/** The 403 page: signed in with a role that has no access. */
export function NoAccessPage() {
  return (
    <ErrorFrame code="403" {...errorTexts[403]}>
      <ButtonLink to={paths.home()}>Ke beranda</ButtonLink>
      <ButtonLink to={paths.signIn()} variant="outline">
        Ganti akun
      </ButtonLink>
    </ErrorFrame>
  )
}

/** The error boundary of loaders and pages. When the site loader failed too, no layout is rendered, so this page adds its own `main`. */
export function RouteErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const hasShell = useRouteLoaderData('site') !== undefined
  const { code, title, text, detail, canRetry } = describeError(error)
  const { revalidate } = useRevalidator()
  if (failureStatus(error) === 401) return <SessionEnded onSignedIn={() => void revalidate()} />
  const isOffline = code === offlineCode
  const page = (
    <ErrorFrame code={code} title={title} text={text} detail={detail}>
      {canRetry ? (
        <>
          {/* A full reload: it works without scripts, and after a new version is deployed. */}
          <ButtonLink to={pathname + search} reloadDocument>
            {isOffline ? 'Coba lagi' : 'Muat ulang'}
          </ButtonLink>
          <ButtonLink to={paths.home()} variant="outline" reloadDocument={!hasShell}>
            Ke beranda
          </ButtonLink>
        </>
      ) : (
        <HomeAndCourses />
      )}
    </ErrorFrame>
  )
  if (!hasShell) return <main>{page}</main>
  return (
    <>
      {page}
      {isOffline && <SavedItems />}
    </>
  )
}

/** Shown when the session expired during navigation. */
export function SessionEnded({ onSignedIn }: { onSignedIn: () => void }) {
  async function signInAgain() {
    if (await requestLogin()) onSignedIn()
  }
  return (
    <ErrorFrame code="401" title="Sesi berakhir" text="Masuk lagi untuk melanjutkan dari halaman ini.">
      <Button type="button" onClick={() => void signInAgain()}>
        Masuk lagi
      </Button>
      <ButtonLink to={paths.home()} variant="outline">
        Ke beranda
      </ButtonLink>
    </ErrorFrame>
  )
}

function HomeAndCourses() {
  return (
    <>
      <ButtonLink to={paths.home()}>Ke beranda</ButtonLink>
      <ButtonLink to={paths.catalogue()} variant="outline">
        Lihat kelas
      </ButtonLink>
    </>
  )
}
