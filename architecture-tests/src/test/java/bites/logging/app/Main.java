package bites.logging.app;

import org.slf4j.Logger;

record Main(Logger log) {}
