import type { en } from '../en/index.ts'

export const statuses: (typeof en)['statuses'] = {
  app_under_review: 'En revisión',
  app_incomplete_info: 'Falta información',
  app_documentation_pending: 'Documentación pendiente',
  app_final_approval: 'Aprobación final',
  app_funded: 'Financiado',
  app_declined_closed: 'Rechazado o cerrado',
  offer_available: 'Oferta disponible',
  offer_accepted: 'Oferta aceptada',
  offer_rescinded: 'Oferta retirada',
}
