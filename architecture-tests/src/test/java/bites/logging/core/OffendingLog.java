package bites.logging.core;

import java.util.logging.Logger;

record OffendingLog(Logger log) {}
