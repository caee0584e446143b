import { redirect, type RouteObject } from 'react-router'
import { paths, patterns } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import * as sourceFiles from '#web/source-files.ts'
import { cachedPage } from './page-handle.ts'

/** Signing in and up, and what mailed links of an account open. */
export const accountRoutes = (api: Api): RouteObject[] => [
  {
    path: patterns.signIn,
    handle: { ...cachedPage, file: sourceFiles.signIn },
    lazy: () =>
      import('#web/identity/sign-in/sign-in-page.tsx').then((page) => ({
        loader: page.createSignInLoader(api),
        Component: page.SignInPage,
      })),
  },
  {
    path: patterns.signUp,
    handle: { ...cachedPage, file: sourceFiles.signUp },
    lazy: () =>
      import('#web/identity/sign-up-page.tsx').then((page) => ({
        loader: page.createSignUpLoader(api),
        Component: page.SignUpPage,
      })),
  },
  {
    path: patterns.oidc,
    handle: cachedPage,
    lazy: () => import('#web/identity/oidc-page.tsx').then((page) => ({ Component: page.OidcPage })),
  },
  {
    path: patterns.forgotPassword,
    handle: { ...cachedPage, file: sourceFiles.forgotPassword },
    lazy: () =>
      import('#web/identity/sign-in/forgot-password-page.tsx').then((page) => ({
        Component: page.ForgotPasswordPage,
      })),
  },
  {
    path: patterns.resetPassword,
    handle: cachedPage,
    lazy: () =>
      import('#web/identity/sign-in/reset-password-page.tsx').then((page) => ({
        Component: page.ResetPasswordPage,
      })),
  },
  {
    path: patterns.verifyEmail,
    handle: cachedPage,
    lazy: () =>
      import('#web/identity/sign-in/verify-email-page.tsx').then((page) => ({
        Component: page.VerifyEmailPage,
      })),
  },
  {
    path: patterns.changeEmail,
    handle: cachedPage,
    lazy: () =>
      import('#web/identity/sign-in/change-email-page.tsx').then((page) => ({
        Component: page.ChangeEmailPage,
      })),
  },
  { path: patterns.studentSignIn, handle: cachedPage, loader: () => redirect(paths.signIn()) },
  { path: patterns.adminSignIn, handle: cachedPage, loader: () => redirect(paths.signIn()) },
]
