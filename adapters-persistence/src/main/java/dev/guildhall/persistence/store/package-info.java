/** All stores of one database. */
@NullMarked
package dev.guildhall.persistence.store;

import org.jspecify.annotations.NullMarked;
