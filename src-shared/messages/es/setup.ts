import type { en } from '../en/index.ts'
import { plural } from '../plural.ts'

export const setup: (typeof en)['setup'] = {
  welcome: 'Bienvenido a Funding Desk',
  twoMinutes: 'En dos minutos podrá enviar su primera solicitud.',
  steps: { connection: 'Conexión', alerts: 'Avisos de ofertas', recovery: 'Código de recuperación' },
  skip: 'Primero mirar',
  notConnected: 'Aún sin conexión.',
  notConnectedText: 'Puede preparar solicitudes ahora; se enviarán cuando haya conexión.',
  resume: 'Terminar la configuración',
  saveAndContinue: 'Guardar y continuar',
  fromAnotherComputer: '¿Ya usaba Funding Desk en otra computadora?',
  relayAbout:
    'El relay de su oficina recibe los avisos del socio financiero y los entrega a esta computadora, para que usted se entere de una oferta en un segundo.',
  doneTitle: 'Todo está listo',
  goTo: (address) => `Las solicitudes se envían a ${address}.`,
  announced: 'Las ofertas se anuncian aquí en cuanto existen.',
  noRelay:
    'Todavía no hay un relay vinculado: se consulta al socio financiero de vez en cuando, así que las ofertas se anuncian más tarde de lo posible. Puede vincular uno en Ajustes cuando quiera.',
  drafts: 'Los borradores se guardan cifrados en esta computadora con cada cambio, también sin conexión.',
  openPipeline: 'Abrir los expedientes',
  test: {
    title: 'Un evento de prueba, de ida y vuelta',
    about: 'El servicio envía un evento real al relay, y el relay lo entrega a esta computadora.',
    cameRound: (ms) => plural(ms, 'Llegó en 1 milisegundo.', (n) => `Llegó en ${n} milisegundos.`),
    stuck: 'No llegó. La línea marcada dice por qué.',
    again: 'Enviar otro',
    nothing: 'El servicio aún no tiene registrada esta computadora, así que no hay nada que probar.',
  },
  demo: {
    try: 'Probar con el sandbox incluido',
    about:
      'Sin cuenta: en esta computadora se inician un sandbox y un relay. Lo que pruebe se borra al cerrar la aplicación.',
    or: 'o',
    starting: 'El sandbox se está iniciando. Tarda unos segundos.',
    badge: 'Demostración',
    meaning: 'Un sandbox en esta computadora.',
    banner: 'Esto es una demostración.',
    bannerText: 'Nada sale de esta computadora y todo se borra al cerrar la aplicación.',
    leave: 'Salir de la demostración',
    doneTitle: 'La demostración está lista',
    explore:
      'Todo funciona como con el socio financiero: inicie una solicitud, adjunte los PDF, envíela, y en un minuto llega una oferta.',
  },
  credentials: {
    environment: 'Entorno',
    sandbox: 'Pruebas',
    production: 'Producción',
    sandboxAbout: 'Para probar. Los dos no comparten nada: ni identificadores, ni secretos, ni expedientes.',
    productionAbout: 'Solicitudes reales de clientes reales.',
    baseAddress: 'Dirección base',
    clientId: 'ID de cliente',
    clientSecret: 'Secreto de cliente',
    secretAbout: 'Se guarda en el llavero de esta computadora y no se vuelve a mostrar.',
    secretKept: 'En el llavero. Déjelo vacío para conservarlo.',
    test: 'Probar la conexión',
    gaveToken: (ms) => `El servicio dio un token, ${ms} ms.`,
    genuine: (keys) => ({ before: 'Su firma es auténtica: clave ', after: `, una de ${keys} publicadas.` }),
    notChecked:
      'No se pudo comprobar su firma: el servicio no tiene claves donde se supone que están. Pida la dirección al socio financiero y cámbiela en Ajustes; hasta entonces no se pueden verificar los avisos.',
    validUntil: (instant) => `Válido hasta ${instant}; se renueva por sí solo.`,
  },
  relay: {
    address: 'Dirección del relay',
    code: 'Código de vinculación',
    codeAbout: 'Lo da quien administra el relay. Sirve una vez, durante 10 minutos.',
    name: 'Nombre de esta computadora',
    thisComputer: 'Esta computadora',
    pair: 'Vincular y registrar',
    notNow: 'Ahora no',
  },
}
