import type { en } from '../en/index.ts'

export const inbox: (typeof en)['inbox'] = {
  title: 'Avisos',
  markAllRead: 'Marcar todo como leído',
  newestFirst: 'Lo que pasó, lo más reciente primero',
  unread: 'Sin leer:',
  nothingYet: 'Todavía no ha pasado nada',
  whatComes:
    'Cuando el socio financiero revisa una solicitud o hace una oferta, su sistema lo anuncia y queda aquí hasta que usted lo haya visto.',
}
