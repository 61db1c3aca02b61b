import type { en } from '../en/index.ts'

export const inbox: (typeof en)['inbox'] = {
  title: 'Avisos',
  markAllRead: 'Marcar todo como leído',
  newestFirst: 'Novedades, las más recientes primero',
  unread: 'Sin leer:',
  nothingYet: 'Aún no hay novedades',
  whatComes:
    'Las novedades del socio financiero aparecen aquí y como notificaciones. Cada una queda sin leer hasta que usted la vea.',
}
