/** The domain core: builds the driving ports from driven ones, all of which have in-memory defaults. */
package dev.guildhall.core;
