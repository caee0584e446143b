import { isRouteErrorResponse, useLocation, useRouteError, useRouteLoaderData } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ErrorFrame } from './error-frame.tsx'
import { describeError } from './describe-error.ts'

export function NotFoundPage() {
  return (
    <ErrorFrame code="404" title="Halaman tidak ditemukan" text="Mungkin tautannya berubah atau sudah dihapus.">
      <HomeAndCourses />
    </ErrorFrame>
  )
}

/** Spec §2: the 403 page. */
export function NoAccessPage() {
  return (
    <ErrorFrame code="403" title="Akses Ditolak" text="Akun ini tidak punya izin untuk membuka halaman ini.">
      <ButtonLink to={paths.home()}>Ke beranda</ButtonLink>
      <ButtonLink to={paths.signIn()} variant="outline">
        Ganti akun
      </ButtonLink>
    </ErrorFrame>
  )
}

/** What a failed loader or a broken page shows. Where even the shell failed it stands alone, so it brings its own `main`. */
export function RouteErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const hasShell = useRouteLoaderData('site') !== undefined
  const { code, title, text, detail, canRetry } = describeError(
    isRouteErrorResponse(error) ? { status: error.status, message: typeof error.data === 'string' ? error.data : null } : { error },
  )
  const page = (
    <ErrorFrame code={code} title={title} text={text} detail={detail}>
      {canRetry ? (
        <>
          {/* A real reload: it works without scripts, and after a new version was installed. */}
          <ButtonLink to={pathname + search} reloadDocument>
            Muat ulang
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
  return hasShell ? page : <main>{page}</main>
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
