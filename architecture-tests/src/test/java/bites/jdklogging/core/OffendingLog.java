package bites.jdklogging.core;

import java.util.logging.Logger;

record OffendingLog(Logger log) {}
