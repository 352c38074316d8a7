package bites.jdklogging.persistence.db;

import java.util.logging.Logger;

record Source(Logger log) {}
