/** JSON Schema: checks the parameters of tools. */
package dev.guildhall.integrations.schema;
