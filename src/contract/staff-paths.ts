// Addresses of staff pages that no page of visitors links to. Not in paths.ts, which every first visit loads.

export const staffPatterns = {
  privacy: '/admin/privacy',
  privacyRequestCreate: '/admin/privacy/request/create',
  privacyRequest: '/admin/privacy/request/:requestId',
  privacyIncidents: '/admin/privacy/incidents',
  privacyIncidentCreate: '/admin/privacy/incident/create',
  privacyIncident: '/admin/privacy/incident/:incidentId',
  legalPages: '/admin/legal',
  legalPage: '/admin/legal/:page',
} as const

export const staffPaths = {
  privacy: ({ state }: { state?: string } = {}) => (state ? `${staffPatterns.privacy}?state=${state}` : staffPatterns.privacy),
  privacyRequestCreate: () => staffPatterns.privacyRequestCreate,
  privacyRequest: ({ requestId }: { requestId: string }) => `/admin/privacy/request/${encodeURIComponent(requestId)}`,
  privacyIncidents: () => staffPatterns.privacyIncidents,
  privacyIncidentCreate: () => staffPatterns.privacyIncidentCreate,
  privacyIncident: ({ incidentId }: { incidentId: string }) => `/admin/privacy/incident/${encodeURIComponent(incidentId)}`,
  legalPages: () => staffPatterns.legalPages,
  legalPage: ({ page }: { page: string }) => `/admin/legal/${encodeURIComponent(page)}`,
  apiKeys: () => '/admin/api-keys',
  webhooks: () => '/admin/webhooks',
  webhook: ({ webhookId }: { webhookId: string }) => `/admin/webhooks/${encodeURIComponent(webhookId)}`,
}
