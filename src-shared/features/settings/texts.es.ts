import type * as en from './texts.en.ts'
import { monthsText, plural } from '../../platform/texts/plural.ts'

export const settings: (typeof en)['settings'] = {
  support: 'Soporte',
  supportMode: 'Modo de soporte',
  supportModeHint:
    'Muestra aquí los campos de la solicitud, los endpoints de la API, la red y el certificado, el límite de peticiones y el registro de llamadas. Los historiales muestran el hash SHA-256 de lo enviado. Los formularios y los comprobantes también se pueden guardar como JSON.',
  retention: {
    title: 'Expedientes en la papelera',
    what: 'Los borradores que nunca se enviaron se eliminan definitivamente después de al menos 30 días en la papelera. Los expedientes enviados conservan su comprobante y su historial, por eso permanecen.',
    keep: 'Conservar los expedientes enviados',
    law: 'California y otros estados piden a los corredores conservar los registros durante cuatro años. El plazo empieza con el último cambio o al mover el expediente a la papelera, lo que sea posterior.',
    untilDeleted: 'Hasta que yo los elimine',
    years: (years) => `${years} años`,
  },
  consent: {
    trust: (count) =>
      plural(count, '¿Confiar en este certificado?', (n) => `¿Confiar en estos ${n} certificados?`),
    trustText:
      'Quien tenga su clave puede leer todo lo que Funding Desk envía, incluidos los secretos de cliente y las solicitudes. Continúe solo si se lo dio el administrador de su oficina.',
    trustIt: 'Confiar',
    move: '¿Enviar a otra dirección?',
    moveText: (from, to) =>
      `Hasta ahora las solicitudes y los documentos iban a ${from}. Ahora irían a ${to}. Continúe solo si el socio financiero le pidió este cambio.`,
    moveIt: 'Usar esta dirección',
    relay: '¿Usar este relay?',
    relayText: (from, to) =>
      `${from === null ? '' : `El relay actual es ${from}. `}Las notificaciones del socio financiero irían a ${to}. Quien administra el relay puede ver los estados de las solicitudes y retener notificaciones. Continúe solo si el administrador de su oficina le dio esta dirección.`,
    relayIt: 'Usar este relay',
    endpoints: '¿Usar estos endpoints de la API?',
    endpointsText:
      'Esto cambia las peticiones que Funding Desk envía con sus credenciales, las claves en las que confía para las notificaciones o los campos de los que lee las ofertas. Continúe solo si el socio financiero le dio este perfil.',
    signingKeys: (from, to) => `Claves que firman las notificaciones: ${to} (ahora: ${from})`,
    offerFields: 'Las ofertas se leen de estos campos:',
    endpointsIt: 'Usar este perfil',
    restore: '¿Usar las conexiones de esta copia de seguridad?',
    restoreText:
      'Esta copia conecta Funding Desk con direcciones que esta computadora no usa ahora. Continúe solo si usted creó esta copia.',
    restoreService: (address) => `Las solicitudes y los documentos irían a ${address}`,
    restoreRelay: (address) => `Las notificaciones vendrían del relay ${address}`,
    restoreIt: 'Restaurar',
  },
  connectionTitle: 'Conexión con el socio financiero',
  forgetCredentials: 'Quitar credenciales',
  testAndSave: 'Probar y guardar',
  connectionWorks: 'La conexión funciona y se guardó.',
  forgetRelay: 'Quitar relay',
  registered: 'Registrado con el socio financiero',
  notYet: 'Aún no',
  announcedFromNow: 'Ahora recibe avisos de ofertas aquí.',
  unsaved: {
    note: 'Sin guardar todavía.',
    atClose: 'Tiene ajustes sin guardar.',
  },
  savedForNext: 'Guardado para el próximo envío.',
  sendingWhat:
    'Cada envío espera un momento para que pueda deshacerlo. Recibe una advertencia si ya envió al mismo cliente dentro de los días indicados abajo.',
  undoSeconds: 'Tiempo para deshacer, en segundos',
  duplicateDays: 'Días de advertencia por duplicado',
  rateLimitSaved: 'Límite de peticiones guardado.',
  rateLimit: 'Límite de peticiones',
  maxRequests: 'Máximo de peticiones por segundo',
  pollingMinimum: 'Mínimo de minutos entre consultas',
  saveRateLimit: 'Guardar límite',
  rateLimitAbout:
    'El socio financiero no ha publicado un límite, así que la aplicación supone uno. Lo que usted espera va primero. Sin un relay, la aplicación consulta cada expediente abierto: uno nuevo con este intervalo, los antiguos con menos frecuencia.',
  quietHours: 'Horas de silencio',
  quietAbout: 'Pausar las notificaciones en estas horas y mostrar un resumen al final',
  from: 'Desde',
  to: 'Hasta',
  weekends: 'Todo el día el sábado y el domingo',
  notifyOffersAnyway: 'Notificar siempre las ofertas',
  testSent:
    'Se pidió a su sistema que mostrara una notificación. Si no apareció, permita Funding Desk en la configuración del sistema.',
  sendTest: 'Enviar una prueba',
  alwaysInToday: 'Todas las novedades también aparecen en Hoy.',
  announce: 'Notificar',
  keepListening: 'Seguir en ejecución al cerrar la ventana',
  trayNote: 'Funding Desk queda en la bandeja o la barra de menús. Ciérrelo desde ahí.',
  startAtLogin: 'Iniciar cuando inicio sesión en esta computadora',
  onlyInstalled: 'Disponible en la aplicación instalada. Esta es una versión de desarrollo.',
  withoutWindow: 'Se inicia sin ventana.',
  networkSaved: 'Ajustes de red guardados.',
  network: 'Red',
  proxyAddress: 'Dirección del proxy',
  proxyUser: 'Usuario del proxy',
  onlyIfAsked: 'Solo si el proxy lo exige.',
  proxyPassword: 'Contraseña del proxy',
  inKeychain: 'Guardada en el llavero. Déjelo vacío para conservarla.',
  certificate: 'Certificado de la oficina',
  pem: 'En formato PEM, si la oficina inspecciona su tráfico. Los certificados en los que confía el sistema operativo siempre son de confianza.',
  saveNetwork: 'Guardar ajustes de red',
  forgetting: {
    credentials: {
      title: '¿Quitar las credenciales?',
      body: 'El secreto de cliente se quita del llavero. Los expedientes y borradores quedan, pero no se puede enviar nada hasta que lo ingrese de nuevo.',
    },
    relay: {
      title: '¿Quitar el relay?',
      body: 'La aplicación consulta entonces al socio financiero periódicamente, así que los avisos de ofertas se demoran. Pida al administrador del relay que también revoque este dispositivo.',
    },
  },
  proxy: 'Proxy',
  proxies: {
    system: 'Usar el proxy del sistema (también scripts)',
    none: 'Sin proxy',
    manual: 'Usar este proxy:',
  },
  otherUpdates: 'Otras novedades del socio financiero',
}

export const connection: (typeof en)['connection'] = {
  pollingInstead:
    'La aplicación consulta sus expedientes abiertos, así que los avisos de ofertas pueden tardar minutos.',
  noRelayNoPolling:
    'No hay ningún relay vinculado, y la aplicación no puede consultar solicitudes con este socio financiero.',
  notReported: 'Aquí no recibe avisos de ofertas ni de cambios de estado.',
  pairInSettings: 'Vincule un relay en Ajustes, en Avisos de ofertas.',
  notConnected: 'Este entorno aún no está conectado a un socio financiero.',
  enterCredentials: 'Ingrese las credenciales en Ajustes.',
  connecting: 'Conectando con el relay.',
  reportedOnceConnected:
    'Recibirá avisos de ofertas en cuanto se conecte el relay. Hasta entonces el relay guarda todas las notificaciones.',
  catchingUp: 'Cargando las novedades que llegaron mientras esta computadora estaba sin conexión.',
  reportedNow: 'Ahora recibe los avisos de las ofertas que llegaron entretanto.',
  connected: 'Conectado con el relay.',
  reportedImmediately: 'Recibe avisos de ofertas y cambios de estado de inmediato.',
  pollingRegularly:
    'No hay ningún relay vinculado. La aplicación consulta sus expedientes abiertos con regularidad.',
  reportedLate: 'Los avisos de ofertas tardan minutos; en expedientes antiguos, horas.',
  pairForInstantAlerts: 'Para recibir avisos al instante, vincule un relay en Ajustes, en Avisos de ofertas.',
  relayUnreachable: 'No se puede acceder al relay.',
  serviceUnreachable: 'No se puede acceder al socio financiero.',
  reportedOnceReached: 'Recibirá avisos de ofertas cuando se pueda acceder de nuevo.',
  checkNetwork: 'Revise su red.',
  refused: 'El relay no acepta esta computadora.',
  offersNotReported: 'Aquí no recibe avisos de ofertas.',
  neitherReached:
    'Tampoco se puede acceder al socio financiero, así que los avisos de ofertas se demoran. Hasta entonces el relay guarda todas las notificaciones.',
  reportedOnceReachedKept:
    'Recibirá avisos de ofertas cuando se pueda acceder de nuevo. Hasta entonces el relay guarda todas las notificaciones.',
  pollingIfLong:
    'Recibirá avisos de ofertas cuando se pueda acceder de nuevo. Si eso tarda, la aplicación consulta al socio financiero. Hasta entonces el relay guarda todas las notificaciones.',
}

export const profiles: (typeof en)['profiles'] = {
  title: 'Campos de la solicitud',
  about:
    'El socio financiero no ha publicado los campos de una solicitud. El estándar se basa en socios comparables. Si el socio financiero le da un perfil, impórtelo aquí. Los borradores se actualizan y conservan todos sus valores.',
  revision: (title, version) => `${title} · versión ${version}`,
  yours: 'suyo',
  export: 'Exportar a un archivo',
  exported: (file) => `Se guardó como ${file}. Edítelo con cualquier editor de texto y luego impórtelo aquí.`,
  import: 'Importar un archivo',
  reset: 'Restablecer el estándar',
  saved: 'Campos de la solicitud guardados.',
  good: 'Este perfil se puede usar.',
  unchanged: 'Es igual al actual.',
  changesNow: (count) =>
    plural(count, '1 cambio respecto al perfil actual', (n) => `${n} cambios respecto al perfil actual`),
  changesStandard: (count) =>
    plural(count, '1 diferencia con el estándar', (n) => `${n} diferencias con el estándar`),
  unreadable:
    'Esta versión de la aplicación no puede leer el perfil guardado. Usa el estándar, y no se envía nada hasta que guarde un perfil de nuevo o restablezca el estándar.',
  fields: (count, sections) =>
    `${plural(count, '1 campo', (n) => `${n} campos`)} en ${plural(sections, '1 sección', (n) => `${n} secciones`)}`,
  change: 'Cambio',
  what: 'Campo',
  before: 'Antes',
  after: 'Después',
  kinds: { added: 'Agregado', removed: 'Quitado', changed: 'Cambiado' },
  line: (line) => `Línea ${line}`,
  wrong: (count) => plural(count, 'Hay 1 error', (n) => `Hay ${n} errores`),
  problems: {
    title: 'Este no es un perfil de solicitud válido.',
    advice: 'No se cambió nada. Corrija el archivo e impórtelo de nuevo.',
    noJson: (where) => `Esto no es JSON válido: ${where}`,
    outside: (path) => `«${path}» debe estar dentro de application o company.`,
    twice: (path) => `«${path}» aparece dos veces.`,
    sensitive: (label) => `«${label}» debe marcarse como confidencial.`,
    noChoices: (label) => `«${label}» no tiene opciones.`,
    figurePlace: (label) =>
      `«${label}» indica un dato de los estados de cuenta que no corresponde: los de posiciones van en una lista; los demás, no.`,
    unknownKind: (kind) => `Tipo de documento desconocido: «${kind}».`,
    schema: 'Este JSON Schema no se puede usar porque falta una referencia.',
    pattern: (pattern) =>
      `El patrón «${pattern}» podría tardar demasiado. Use una repetición como máximo, fuera de grupos y después de «^».`,
    schemaTooLarge: 'Este JSON Schema es demasiado grande o se refiere a sí mismo.',
    requiredKey: (key) => `La especificación exige «${key}».`,
    sameVersion: (next) => `Este perfil tiene cambios. Use la versión ${next}.`,
  },
}

export const webhooks: (typeof en)['webhooks'] = {
  title: 'Webhooks',
  what: 'A dónde envía el socio financiero sus notificaciones.',
  notReported: 'Este socio financiero no muestra sus registros. La lista muestra los creados aquí.',
  readAt: (when) => `Consultado al socio financiero: ${when}`,
  kinds: { offer: 'Ofertas', application: 'Estado de la solicitud' },
  origins: {
    here: 'El relay de esta oficina',
    former: 'Creado aquí, para otra dirección',
    foreign: 'Otra dirección',
  },
  drift: 'Esta oficina no recibe bien las notificaciones',
  problems: {
    missing: (kind) => `El registro de «${kind}» no está en el socio financiero.`,
    switched_off: (kind) => `El registro de «${kind}» está desactivado en el socio financiero.`,
    elsewhere: (kind) => `El registro de «${kind}» apunta a una dirección que no es la de este relay.`,
  },
  fix: 'Corregir',
  noRelay:
    'No hay ningún relay vinculado a esta computadora, así que no hay una dirección que registrar. Vincule uno arriba.',
  register: 'Registrar el relay de esta oficina',
  about: 'Tipo',
  sentTo: 'Se envía a',
  on: 'Activo',
  onFor: (kind, url) => `Notificaciones de ${kind} a ${url}`,
  test: 'Probar',
  testFor: (kind) => `Probar ${kind}`,
  deleteFor: (kind, url) => `Eliminar ${kind} a ${url}`,
  deleteTitle: '¿Eliminar este registro?',
  stops: (kind) => `El socio financiero deja de enviar «${kind}» a esta dirección:`,
  ours: 'Esta oficina ya no recibe estas notificaciones de inmediato. Puede registrarla de nuevo cuando quiera.',
  theirs:
    'No se creó para el relay de esta oficina. El destinatario deja de recibir estas notificaciones. Pregúntele primero.',
  testEvent: 'Evento de prueba',
  places: { service: 'Socio financiero', relay: 'Relay', app: 'Esta computadora' },
  reached: 'Alcanzado',
  stuck: 'Se detuvo aquí',
  notReached: 'No alcanzado',
  waiting: 'En espera',
}

export const endpoints: (typeof en)['endpoints'] = {
  saved: 'Endpoints de la API guardados.',
  title: 'Endpoints de la API',
  revision: (title, version, isStandard) => `${title} · revisión ${version}${isStandard ? '' : ' (suya)'}`,
  what: 'El socio financiero no ha publicado todos los endpoints. Los marcados «supuesta» siguen a socios comparables. Si el socio financiero le da otros, cámbielos aquí.',
  standard: 'Socio financiero, versión 1',
  operation: 'Operación',
  methodAndPath: 'Método y ruta',
  assumed: 'supuesta',
}

export const calls: (typeof en)['calls'] = {
  title: 'Registro de llamadas',
  what: 'Peticiones al socio financiero en los últimos 30 días. Su contenido no se guarda.',
  open: 'Ver el registro de llamadas',
  search: 'Buscar llamadas',
  searchBy: 'Ruta, estado o resultado',
  none: 'Aún no hay peticiones.',
  noneFits: (search) => `Sin resultados para «${search}».`,
  time: 'Hora',
  request: 'Petición',
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

export const creditBox: (typeof en)['creditBox'] = {
  intro:
    'Indique lo que aceptan sus financiadores. Los borradores que no cumplen se marcan, con el motivo, antes de enviarlos. Aun así puede enviarlos.',
  none: 'Todavía no hay criterios.',
  add: 'Agregar criterios',
  removeNamed: (name) => `Quitar ${name}`,
  newName: 'Mi financiador habitual',
  saved: 'Guardado. Los borradores ahora se revisan con estos criterios.',
  unnamed: 'Escriba un nombre para cada financiador.',
  fields: {
    minimum_amount: 'Monto mínimo',
    maximum_amount: 'Monto máximo',
    minimum_score: 'Puntaje de crédito mínimo',
    minimum_revenue: 'Ingresos mensuales mínimos',
    minimum_months: 'Mínimo de meses en operación',
    maximum_positions: 'Máximo de posiciones existentes',
    maximum_times_revenue: 'Monto máximo en múltiplos de los ingresos mensuales',
    minimum_balance: 'Saldo diario promedio mínimo',
    maximum_nsf: 'Máximo de cargos NSF y de sobregiro en un mes',
    maximum_negative_days: 'Máximo de días negativos en un mes',
    maximum_funder_share: 'Parte máxima de los ingresos que toman los financiadores (%)',
    minimum_deposits: 'Mínimo de depósitos en un mes',
    states: 'Estados excluidos',
    industries: 'Industrias excluidas',
  },
  industriesHint:
    'Escriba el comienzo de un código NAICS o SIC (713), un rango de códigos (44-45) o una palabra (cannabis). Presione Intro después de cada uno.',
  statementsHint:
    'Se revisan con los últimos tres meses de estados de cuenta verificados. Sin ellos, la aplicación indica que no pudo revisarlos.',
  noRule: 'Sin límite',
  outside: (count) =>
    plural(count, '1 dato queda fuera de los criterios', (n) => `${n} datos quedan fuera de los criterios`),
  outsideShort: (count) => plural(count, '1 fuera de criterios', (n) => `${n} fuera de criterios`),
  goToStatements: 'Ver estados de cuenta',
  notAllChecked: 'No se revisaron todos los criterios',
  unchecked: (criteria) =>
    `Sin revisar, porque los estados de cuenta verificados no contienen los datos: ${criteria.join('; ')}.`,
  uncheckedNone: (criteria) =>
    `Sin revisar, porque ningún mes completo está verificado: ${criteria.join('; ')}.`,
  statementRules: {
    balance_low: 'saldo diario promedio',
    nsf_high: 'cargos NSF y de sobregiro',
    negative_days_high: 'días negativos',
    funder_share_high: 'parte de los ingresos que toman los financiadores',
    deposits_low: 'número de depósitos',
  },
  statementReasons: {
    balance_low: (balance, limit) => `saldo diario promedio ${balance}; mínimo ${limit}`,
    nsf_high: (fees, limit, month) =>
      `${plural(fees, '1 cargo NSF o de sobregiro', (n) => `${n} cargos NSF o de sobregiro`)} en ${monthsText([month])}; máximo ${limit}`,
    negative_days_high: (days, limit, month) =>
      `${plural(days, '1 día negativo', (n) => `${n} días negativos`)} en ${monthsText([month])}; máximo ${limit}`,
    funder_share_high: (share, limit) => `los financiadores toman ${share} de los ingresos; máximo ${limit}`,
    deposits_low: (deposits, limit, month) =>
      `${plural(deposits, '1 depósito', (n) => `${n} depósitos`)} en ${monthsText([month])}; mínimo ${limit}`,
  },
  fine: 'Puede enviarla de todos modos.',
  reasonOf: (box, reason) => `${box}: ${reason}`,
  reasons: {
    amount_low: (amount, limit) => `solicita ${amount}; mínimo ${limit}`,
    amount_high: (amount, limit) => `solicita ${amount}; máximo ${limit}`,
    score_low: (score, limit) => `puntaje de crédito ${score}; mínimo ${limit}`,
    revenue_low: (revenue, limit) => `ingresos mensuales ${revenue}; mínimo ${limit}`,
    months_low: (months, limit) =>
      `${plural(months, '1 mes', (n) => `${n} meses`)} en operación; mínimo ${limit}`,
    state: (state) => `excluye ${state}`,
    industry: (industry) => `excluye esta industria (${industry})`,
    positions_high: (positions, limit) =>
      `${plural(positions, '1 posición existente', (n) => `${n} posiciones existentes`)}; máximo ${limit}`,
    times_revenue: (amount, times, limit) =>
      `solicita ${amount}; ${times} veces los ingresos mensuales es ${limit}`,
  },
}
