/** The domain core: builds the driving ports from driven ones, all of which have in-memory defaults. */
@NullMarked
package dev.guildhall.core;

import org.jspecify.annotations.NullMarked;
