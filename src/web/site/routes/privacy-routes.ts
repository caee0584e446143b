import type { RouteObject } from 'react-router'
import { staffPatterns } from '#contract/kit/staff-paths.ts'
import type { Api } from '#web/identity/index.ts'
import { staffPages } from './staff-page.ts'

/** Requests about personal data, the register of incidents, and the legal pages: for admins. */
export function createPrivacyRoutes(api: Api): RouteObject[] {
  const page = staffPages(api)
  return [
    page(staffPatterns.privacy, () => import('#web/privacy/staff/requests-page.tsx')),
    page(staffPatterns.privacyRequestCreate, () => import('#web/privacy/staff/record-request-page.tsx')),
    page(staffPatterns.privacyRequest, () => import('#web/privacy/staff/request-page.tsx')),
    page(staffPatterns.privacyIncidents, () => import('#web/privacy/staff/incidents-page.tsx')),
    page(staffPatterns.privacyIncidentCreate, () => import('#web/privacy/staff/create-incident-page.tsx')),
    page(staffPatterns.privacyIncident, () => import('#web/privacy/staff/incident-page.tsx')),
    page(staffPatterns.legalPages, () => import('#web/privacy/staff/legal-pages-page.tsx')),
    page(staffPatterns.legalPage, () => import('#web/privacy/staff/edit-legal-page.tsx')),
  ]
}
