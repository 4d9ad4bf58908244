import { variables } from './configuration.js';
import { findMisspeltVariables } from './misspelt-variables.js';

describe('findMisspeltVariables', () => {
  it.each([
    ['RATE_LIMIT_REQUEST', 'RATE_LIMIT_REQUESTS'],
    ['RATELIMIT_WINDOW_SECONDS', 'RATE_LIMIT_WINDOW_SECONDS'],
    ['DATABASE_CONNECTION_TIMEOUT_MS', 'DATABASE_CONNECT_TIMEOUT_MS'],
    ['MAX_CONNECTION', 'MAX_CONNECTIONS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['REIDS_URL', 'REDIS_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['site_url', 'SITE_URL'],
    ['port', 'PORT'],
  ])('finds %s, which means %s', (name, meant) => {
    expect(findMisspeltVariables({ [name]: 'x', [meant]: '' })).toEqual([[name, meant]]);
  });

  it('ignores a name that is close to a variable that is set', () => {
    expect(findMisspeltVariables({ REDIS_URI: 'x', REDIS_URL: 'y', DATABASE_SSL: 'x', DATABASE_URL: 'y' })).toEqual([]);
  });

  it('finds none among the variables of the service', () => {
    expect(findMisspeltVariables(Object.fromEntries(Object.keys(variables).map((name) => [name, 'x'])))).toEqual([]);
  });

  // Including those of OpenTelemetry, npm and PostgreSQL.
  it.each(
    `PATH HOME HOSTNAME LOGNAME POST PORTS HOSTS USER NODE_PATH NODE_OPTIONS NODE_EXTRA_CA_CERTS DATA_DIR BASE_URL DATABASE_HOST
    REDIS_TLS PGDATABASE POSTGRES_URL RATE_LIMIT TEST_DATABASE_URL QUIZ_API_KEY OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS
    OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_LOG_LEVEL npm_config_loglevel`.split(/\s+/),
  )('leaves %s to others', (name) => expect(findMisspeltVariables({ [name]: 'x' })).toEqual([]));

  it('ignores empty variables', () =>
    expect(findMisspeltVariables({ REDIS_URI: '', SITE_URI: undefined })).toEqual([]));
});
