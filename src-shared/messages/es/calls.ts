import type { en } from '../en/index.ts'

export const calls: (typeof en)['calls'] = {
  title: 'Registro de llamadas',
  what: 'Solicitudes al servicio en los últimos 30 días. Su contenido no se guarda aquí.',
  search: 'Buscar llamadas',
  searchBy: 'Ruta, estado o resultado',
  none: 'Todavía no se ha pedido nada.',
  noneFits: (search) => `Nada coincide con «${search}».`,
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
    unknown: 'Sin certeza',
    failed: 'Fallida',
  },
}
