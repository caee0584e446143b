import type { RouteObject } from 'react-router'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'

/** Requests about personal data, the register of incidents, and the legal pages: for admins. */
export function createPrivacyRoutes(api: Api): RouteObject[] {
  return [
    {
      path: staffPatterns.privacy,
      lazy: () =>
        import('#web/privacy/staff/requests-page.tsx').then((page) => ({
          loader: page.createRequestsLoader(api),
          Component: page.RequestsPage,
        })),
    },
    {
      path: staffPatterns.privacyRequestCreate,
      lazy: () =>
        import('#web/privacy/staff/record-request-page.tsx').then((page) => ({
          loader: page.createRecordLoader(api),
          Component: page.RecordRequestPage,
        })),
    },
    {
      path: staffPatterns.privacyRequest,
      lazy: () =>
        import('#web/privacy/staff/request-page.tsx').then((page) => ({
          loader: page.createRequestLoader(api),
          Component: page.RequestPage,
        })),
    },
    {
      path: staffPatterns.privacyIncidents,
      lazy: () =>
        import('#web/privacy/staff/incidents-page.tsx').then((page) => ({
          loader: page.createIncidentsLoader(api),
          Component: page.IncidentsPage,
        })),
    },
    {
      path: staffPatterns.privacyIncidentCreate,
      lazy: () =>
        import('#web/privacy/staff/create-incident-page.tsx').then((page) => ({
          loader: page.createCreateIncidentLoader(api),
          Component: page.CreateIncidentPage,
        })),
    },
    {
      path: staffPatterns.privacyIncident,
      lazy: () =>
        import('#web/privacy/staff/incident-page.tsx').then((page) => ({
          loader: page.createIncidentLoader(api),
          Component: page.IncidentPage,
        })),
    },
    {
      path: staffPatterns.legalPages,
      lazy: () =>
        import('#web/privacy/staff/legal-pages-page.tsx').then((page) => ({
          loader: page.createLegalPagesLoader(api),
          Component: page.LegalPagesPage,
        })),
    },
    {
      path: staffPatterns.legalPage,
      lazy: () =>
        import('#web/privacy/staff/edit-legal-page.tsx').then((page) => ({
          loader: page.createEditLegalLoader(api),
          Component: page.EditLegalPage,
        })),
    },
  ]
}
