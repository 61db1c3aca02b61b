import type { en } from '../en/index.ts'

export const calls: (typeof en)['calls'] = {
  title: 'Registro de llamadas',
  what: 'Peticiones al socio financiero en los últimos 30 días. Su contenido no se guarda.',
  search: 'Buscar llamadas',
  searchBy: 'Ruta, estado o resultado',
  none: 'Aún no hay peticiones.',
  noneFits: (search) => `Sin resultados para «${search}».`,
  time: 'Hora',
  request: 'Solicitud',
  outcome: 'Resultado',
  status: 'Estado',
  duration: 'Duración',
  sent: 'Enviado',
  received: 'Recibido',
  outcomes: {
    answered: 'Respondida',
    refused: 'Rechazada',
    not_received: 'No recibida',
    unknown: 'Sin confirmar',
    failed: 'Fallida',
  },
}
