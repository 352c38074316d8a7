#!/bin/bash
# Starts a cluster on the loopback interface: three etcd, three Patroni with PostgreSQL, three Guildhall nodes, HAProxy.
# Usage: run.sh DIRECTORY start|stop    (NODE_COMMAND starts a node; BASE is the first of the ports)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$1 base=${BASE:-21900}
: "${NODE_COMMAND:=guildhall}"

launch() { # NAME USER COMMAND...: in the background, with its process id in a file
    local name=$1 user=$2
    shift 2
    setsid setpriv --reuid="$user" --regid="$user" --clear-groups "$@" >>"$dir/$name.log" 2>&1 </dev/null &
    echo $! >"$dir/$name.pid"
}

secret() { # NAME: made once
    [ -e "$dir/$1" ] || (umask 077 && openssl rand -base64 32 >"$dir/$1")
    cat "$dir/$1"
}

etcd() { # N
    launch "etcd$1" root etcd --name "etcd$1" --data-dir "$dir/etcd$1" --log-level warn --enable-v2 \
        --initial-cluster "etcd1=http://127.0.0.1:$((base + 11)),etcd2=http://127.0.0.1:$((base + 12)),etcd3=http://127.0.0.1:$((base + 13))" \
        --listen-peer-urls "http://127.0.0.1:$((base + 10 + $1))" --initial-advertise-peer-urls "http://127.0.0.1:$((base + 10 + $1))" \
        --listen-client-urls "http://127.0.0.1:$((base + 20 + $1))" --advertise-client-urls "http://127.0.0.1:$((base + 20 + $1))"
}

patroni() { # N
    mkdir -p "$dir/postgres$1" && chown postgres "$dir/postgres$1" && chmod 700 "$dir/postgres$1"
    PATRONI_NAME=postgres$1 PATRONI_ETCD_HOSTS=127.0.0.1:$((base + 21)),127.0.0.1:$((base + 22)),127.0.0.1:$((base + 23)) \
    PATRONI_RESTAPI_LISTEN=127.0.0.1:$((base + 30 + $1)) PATRONI_RESTAPI_CONNECT_ADDRESS=127.0.0.1:$((base + 30 + $1)) \
    PATRONI_POSTGRESQL_LISTEN=127.0.0.1:$((base + 40 + $1)) PATRONI_POSTGRESQL_CONNECT_ADDRESS=127.0.0.1:$((base + 40 + $1)) \
    PATRONI_POSTGRESQL_DATA_DIR=$dir/postgres$1/data PATRONI_POSTGRESQL_PGPASS=$dir/postgres$1/pgpass \
    PATRONI_SUPERUSER_PASSWORD=$(secret superuser) PATRONI_REPLICATION_PASSWORD=$(secret replication) PATRONI_REWIND_PASSWORD=$(secret rewind) \
        launch "patroni$1" postgres patroni "$here/patroni.yml"
}

leader() { # prints the port of the primary
    for n in 1 2 3; do
        if curl -sf -o /dev/null "http://127.0.0.1:$((base + 30 + n))/primary"; then
            echo $((base + 40 + n))
            return
        fi
    done
    return 1
}

await() { # COMMAND WHAT LOGS: tries the command each second until it succeeds
    local waited=0
    until "$1"; do
        waited=$((waited + 1))
        [ $waited -lt 120 ] || { echo "no $2 after 120 s: see $3" >&2; exit 1; }
        sleep 1
    done
}

# Whether a standby has copied the primary and receives its changes.
streams() {
    local port
    port=$(leader) || return 1
    [ "$(PGPASSWORD=$(secret superuser) psql -qAt -h 127.0.0.1 -p "$port" -U postgres \
        -c "SELECT count(*) > 0 FROM pg_stat_replication WHERE state = 'streaming'")" = t ]
}

# Makes the role and the database, once a primary runs.
create() {
    local port
    port=$(leader) || return 1
    PGPASSWORD=$(secret superuser) psql -qAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U postgres <<SQL
SELECT 'CREATE ROLE guildhall LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'guildhall') \gexec
ALTER ROLE guildhall PASSWORD '$(secret database)';
SELECT 'CREATE DATABASE guildhall OWNER guildhall' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'guildhall') \gexec
SQL
}

node() { # N
    local password
    password=$(secret database | sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g')
    mkdir -p "$dir/data" && chmod 700 "$dir/data"
    (
        cd "$dir"
        GUILDHALL_PORT=$((base + $1)) GUILDHALL_PUBLIC_URL=http://localhost:$base GUILDHALL_TRUSTED_PROXIES=127.0.0.1 \
        GUILDHALL_DATA_DIR=$dir/data GUILDHALL_SECRET_KEY=$(secret key) \
        GUILDHALL_DATABASE_URL="postgresql://guildhall:$password@127.0.0.1:$((base + 41)),127.0.0.1:$((base + 42)),127.0.0.1:$((base + 43))/guildhall" \
            launch "node$1" root $NODE_COMMAND
    )
}

balancer() {
    CLUSTER_BIND=127.0.0.1:$base CLUSTER_NODE1=127.0.0.1:$((base + 1)) CLUSTER_NODE2=127.0.0.1:$((base + 2)) CLUSTER_NODE3=127.0.0.1:$((base + 3)) \
        launch haproxy root haproxy -db -f "$here/haproxy.cfg"
}

stop() {
    for name in haproxy node1 node2 node3 patroni1 patroni2 patroni3 etcd1 etcd2 etcd3; do
        [ -e "$dir/$name.pid" ] || continue
        kill "$(cat "$dir/$name.pid")" 2>/dev/null || true
    done
    for name in haproxy node1 node2 node3 patroni1 patroni2 patroni3 etcd1 etcd2 etcd3; do
        [ -e "$dir/$name.pid" ] || continue
        while kill -0 "$(cat "$dir/$name.pid")" 2>/dev/null; do sleep 0.2; done
        rm "$dir/$name.pid"
    done
}

case ${2:-start} in
start)
    mkdir -p "$dir" && chmod 711 "$dir"
    for n in 1 2 3; do etcd $n; done
    for n in 1 2 3; do patroni $n; done
    await create primary "$dir/patroni1.log"
    await streams standby "$dir/patroni2.log and $dir/patroni3.log"
    for n in 1 2 3; do node $n; done
    balancer
    echo "http://localhost:$base"
    ;;
patroni) patroni "$3" ;;
stop) stop ;;
*) sed -n '3p' "$0" >&2; exit 2 ;;
esac
