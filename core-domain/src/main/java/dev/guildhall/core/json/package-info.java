/** JSON as plain JDK values, without a library. */
package dev.guildhall.core.json;
