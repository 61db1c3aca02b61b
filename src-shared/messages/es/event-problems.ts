import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const eventProblems: (typeof en)['eventProblems'] = {
  title: 'Problemas de notificaciones',
  what: 'Ninguna de estas cambió un estado. Si la solicitud se conoce, la aplicación consultó al socio financiero. Si se repite, contacte al administrador del relay.',
  clear: 'Vaciar la lista',
  last: 'Última vez',
  reason: 'Qué pasó',
  application: 'ID de la solicitud',
  count: 'Cantidad',
  kinds: {
    rejected: 'Rechazada.',
    signature_reused:
      'La misma firma llegó con textos distintos. Puede que alguien la esté repitiendo, o que el socio financiero haya firmado dos notificaciones en un mismo segundo.',
    dropped:
      'Descartadas: llegaron demasiadas notificaciones de solicitudes que no están en esta oficina. Se eliminaron las más antiguas.',
    too_many: 'No guardada: llegaron demasiadas notificaciones sin confirmar para una misma solicitud.',
  },
  some: (count) =>
    plural(count, '1 notificación tuvo un problema.', (n) => `${n} notificaciones tuvieron problemas.`),
  look: 'Mostrar',
}
